import morphdom from 'morphdom';

type Attribute = string | number | boolean | undefined;
type Child = Node | string | false | undefined;

/** A new element. An attribute of `true` is set empty; `false` and `undefined` leave it out, as with children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...children.filter((child) => child !== undefined && child !== false));
  return element;
}

/**
 * Makes the children of an element equal to the given nodes and touches nothing that is equal already, so that
 * focus, selection and scroll positions inside survive. What the reader folded or unfolded stays so.
 */
export function patch(element: HTMLElement, ...children: readonly Child[]): void {
  const fresh = h('div', {}, ...children);
  morphdom(element, fresh, {
    childrenOnly: true,
    onBeforeElUpdated: (from, to) => {
      if (from instanceof HTMLDetailsElement && to instanceof HTMLDetailsElement) {
        to.open = from.open;
      }
      return !from.isEqualNode(to);
    },
  });
}
