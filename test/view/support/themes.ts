/** The themes in which the view must be readable: what VS Code gives a page for each of its four kinds. */
export type ThemeName = 'dark' | 'light' | 'hc-dark' | 'hc-light';

interface Theme {
  /** What VS Code sets as a class on the body. */
  readonly bodyClass: string;
  readonly colors: Readonly<Record<string, string>>;
}

/** As measured in Dark Modern and Light Modern; the others are written from the colour registry. */
const DARK = {
  'foreground': '#cccccc',
  'descriptionForeground': '#9d9d9d',
  'errorForeground': '#f85149',
  'focusBorder': '#0078d4',
  'sideBar-background': '#181818',
  'sideBar-foreground': '#cccccc',
  'panel-border': '#2b2b2b',
  'widget-border': '#313131',
  'widget-shadow': 'rgba(0, 0, 0, 0.36)',
  'editor-foreground': '#cccccc',
  'editorWidget-background': '#202020',
  'editorWidget-foreground': '#cccccc',
  'editorHoverWidget-background': '#202020',
  'editorHoverWidget-foreground': '#cccccc',
  'editorHoverWidget-border': 'rgba(204, 204, 204, 0.2)',
  'editorWarning-foreground': '#cca700',
  'editorInfo-foreground': '#59a4f9',
  'textLink-foreground': '#4daafc',
  'textLink-activeForeground': '#4daafc',
  'textCodeBlock-background': '#2b2b2b',
  'textPreformat-foreground': '#d0d0d0',
  'textPreformat-background': '#3c3c3c',
  'textBlockQuote-border': '#616161',
  'input-background': '#313131',
  'input-foreground': '#cccccc',
  'input-border': '#3c3c3c',
  'input-placeholderForeground': '#989898',
  'inputValidation-errorBorder': '#be1100',
  'button-background': '#0078d4',
  'button-foreground': '#ffffff',
  'button-hoverBackground': '#026ec1',
  'button-secondaryBackground': 'rgba(0, 0, 0, 0)',
  'button-secondaryForeground': '#cccccc',
  'button-secondaryHoverBackground': '#2b2b2b',
  'list-hoverBackground': '#2a2d2e',
  'toolbar-hoverBackground': 'rgba(90, 93, 94, 0.31)',
  'progressBar-background': '#0078d4',
  'testing-iconPassed': '#73c991',
  'debugTokenExpression-name': '#c586c0',
  'debugTokenExpression-string': '#ce9178',
  'debugTokenExpression-boolean': '#4e94ce',
  'debugTokenExpression-number': '#b5cea8',
  'editor-background': '#1f1f1f',
  'button-border': 'rgba(255, 255, 255, 0.1)',
  'chat-requestBubbleBackground': 'rgba(38, 79, 120, 0.3)',
};

const LIGHT = {
  ...DARK,
  'foreground': '#202020',
  'descriptionForeground': '#606060',
  'errorForeground': '#ad0707',
  'focusBorder': '#0069cc',
  'sideBar-background': '#fafafd',
  'sideBar-foreground': '#202020',
  'panel-border': '#f0f1f2',
  'widget-border': '#e2e2e5',
  'widget-shadow': 'rgba(0, 0, 0, 0)',
  'editor-foreground': '#202020',
  'editorWidget-background': '#fafafd',
  'editorWidget-foreground': '#202020',
  'editorHoverWidget-background': '#fafafd',
  'editorHoverWidget-foreground': '#202020',
  'editorHoverWidget-border': '#e4e5e6',
  'editorWarning-foreground': '#bf8803',
  'editorInfo-foreground': '#0063d3',
  'textLink-foreground': '#0069cc',
  'textLink-activeForeground': '#0069cc',
  'textCodeBlock-background': '#eaeaea',
  'textPreformat-foreground': '#606060',
  'textPreformat-background': '#ececec',
  'textBlockQuote-border': '#f0f1f2',
  'input-background': '#ffffff',
  'input-foreground': '#202020',
  'input-border': 'rgba(216, 216, 216, 0.4)',
  'input-placeholderForeground': '#999999',
  'button-background': '#0069cc',
  'button-hoverBackground': '#0063c1',
  'button-secondaryBackground': '#eaeaea',
  'button-secondaryForeground': '#202020',
  'button-secondaryHoverBackground': '#f2f3f4',
  'list-hoverBackground': 'rgba(0, 0, 0, 0.08)',
  'toolbar-hoverBackground': 'rgba(0, 0, 0, 0.12)',
  'progressBar-background': '#0069cc',
  'testing-iconPassed': '#73c991',
  'debugTokenExpression-name': '#9b46b0',
  'debugTokenExpression-string': '#a31515',
  'debugTokenExpression-boolean': '#0000ff',
  'debugTokenExpression-number': '#098658',
  'editor-background': '#ffffff',
  'inputValidation-errorBorder': '#ad0707',
  'button-border': '#0069cc',
  'chat-requestBubbleBackground': 'rgba(0, 105, 204, 0.07)',
};

const HC_DARK = {
  'editor-background': '#000000',
  'foreground': '#ffffff',
  'descriptionForeground': '#ffffffb3',
  'errorForeground': '#f48771',
  'focusBorder': '#f38518',
  'contrastBorder': '#6fc3df',
  'contrastActiveBorder': '#f38518',
  'sideBar-background': '#000000',
  'sideBar-foreground': '#ffffff',
  'editor-foreground': '#ffffff',
  'editorWidget-background': '#0c141f',
  'editorHoverWidget-background': '#0c141f',
  'editorHoverWidget-border': '#6fc3df',
  'editorWarning-foreground': '#ffd370',
  'editorInfo-foreground': '#3794ff',
  'textLink-foreground': '#21a6ff',
  'textLink-activeForeground': '#21a6ff',
  'textCodeBlock-background': '#000000',
  'textPreformat-foreground': '#000000',
  'textPreformat-background': '#ffffff',
  'textBlockQuote-border': '#ffffff',
  'input-background': '#000000',
  'input-foreground': '#ffffff',
  'input-border': '#6fc3df',
  'input-placeholderForeground': '#ffffffb3',
  'inputValidation-errorBorder': '#6fc3df',
  'button-background': '#000000',
  'button-foreground': '#ffffff',
  'button-border': '#6fc3df',
  'button-secondaryForeground': '#ffffff',
  'button-secondaryBackground': '#000000',
  'list-hoverBackground': '#ffffff1a',
  'progressBar-background': '#6fc3df',
  'testing-iconPassed': '#73c991',
  'debugTokenExpression-name': '#d7b3ef',
  'debugTokenExpression-string': '#f48771',
  'debugTokenExpression-boolean': '#75bdfe',
  'debugTokenExpression-number': '#89d185',
};

const HC_LIGHT = {
  ...HC_DARK,
  'editor-background': '#ffffff',
  'foreground': '#292929',
  'descriptionForeground': '#292929b3',
  'errorForeground': '#b5200d',
  'focusBorder': '#006bbd',
  'contrastBorder': '#0f4a85',
  'contrastActiveBorder': '#006bbd',
  'sideBar-background': '#ffffff',
  'sideBar-foreground': '#292929',
  'editor-foreground': '#292929',
  'editorWidget-background': '#ffffff',
  'editorHoverWidget-background': '#ffffff',
  'editorHoverWidget-border': '#0f4a85',
  'editorWarning-foreground': '#895503',
  'editorInfo-foreground': '#0063d3',
  'textLink-foreground': '#0f4a85',
  'textLink-activeForeground': '#0f4a85',
  'textCodeBlock-background': '#f2f2f2',
  'textPreformat-foreground': '#ffffff',
  'textPreformat-background': '#09345f',
  'textBlockQuote-border': '#292929',
  'input-background': '#ffffff',
  'input-foreground': '#292929',
  'input-border': '#0f4a85',
  'input-placeholderForeground': '#292929b3',
  'inputValidation-errorBorder': '#0f4a85',
  'button-background': '#0f4a85',
  'button-foreground': '#ffffff',
  'button-border': '#0f4a85',
  'button-secondaryForeground': '#292929',
  'button-secondaryBackground': '#ffffff',
  'list-hoverBackground': '#0f4a851a',
  'progressBar-background': '#0f4a85',
  'testing-iconPassed': '#007100',
  'debugTokenExpression-name': '#6a2c91',
  'debugTokenExpression-string': '#a31515',
  'debugTokenExpression-boolean': '#0000ff',
  'debugTokenExpression-number': '#006b3f',
};

const THEMES: Readonly<Record<ThemeName, Theme>> = {
  'dark': { bodyClass: 'vscode-dark', colors: DARK },
  'light': { bodyClass: 'vscode-light', colors: LIGHT },
  'hc-dark': { bodyClass: 'vscode-high-contrast', colors: HC_DARK },
  'hc-light': { bodyClass: 'vscode-high-contrast vscode-high-contrast-light', colors: HC_LIGHT },
};

/** Every theme, for tests that go through all of them. */
export const THEME_NAMES = Object.keys(THEMES) as ThemeName[];

/** The class that VS Code puts on the body of a page in this theme. */
export function bodyClassOf(theme: ThemeName): string {
  return THEMES[theme].bodyClass;
}

/**
 * What VS Code gives every webview page: the theme's variables, and its default styles, in a layer of their own, so
 * that a page can be spoilt by them here as it would be there.
 */
export function editorStyles(theme: ThemeName): string {
  const colors = Object.entries(THEMES[theme].colors).map(([name, value]) => `--vscode-${name}: ${value};`);
  return `
    :root {
      --vscode-font-family: 'DejaVu Sans', 'WenQuanYi Micro Hei', sans-serif;
      --vscode-font-size: 13px;
      --vscode-font-weight: normal;
      --vscode-editor-font-family: 'DejaVu Sans Mono', monospace;
      ${colors.join('\n')}
      background: var(--vscode-sideBar-background);
    }
    @layer vscode-default {
      body { margin: 0; padding: 0 20px; color: var(--vscode-editor-foreground); background: transparent; }
      a, a code { color: var(--vscode-textLink-foreground); }
      a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
      code { padding: 1px 3px; color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); border-radius: 4px; }
      pre code { padding: 0; }
      blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
    }`;
}
