import createDOMPurify from 'dompurify';

import { SAFE_LINK } from './renderer';

const ALLOWED_TAGS = [
  'a', 'blockquote', 'br', 'button', 'code', 'del', 'div', 'em', 'h3', 'h4', 'h5', 'h6', 'hr', 'li', 'ol', 'p', 'pre',
  's', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul',
];

const ALLOWED_ATTR = ['aria-haspopup', 'aria-label', 'class', 'data-label', 'data-n', 'href', 'start', 'tabindex', 'title', 'type'];

/** Attributes that hold no address, so that the check of addresses leaves them alone. */
const ADD_URI_SAFE_ATTR = ALLOWED_ATTR.filter((name) => name !== 'href');

const purifier = createDOMPurify(window);

/** The HTML of one block as nodes, with nothing in them that the renderer would not have made: the second wall. */
export function sanitize(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    ALLOWED_URI_REGEXP: SAFE_LINK,
    ADD_URI_SAFE_ATTR,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}
