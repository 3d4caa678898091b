// Configures Monaco; loaded with the first code editor. Includes all features, since the JSON language loads some of them later, whose services
// must be registered at the start.
import 'monaco-editor/features/register.all.js';
import 'monaco-editor/languages/definitions/css/register.js';
import 'monaco-editor/languages/definitions/html/register.js';
import 'monaco-editor/languages/definitions/javascript/register.js';
import 'monaco-editor/languages/definitions/markdown/register.js';
import 'monaco-editor/languages/definitions/python/register.js';
import 'monaco-editor/languages/definitions/sql/register.js';
import 'monaco-editor/languages/features/json/register.js';
import { editor, languages, type IDisposable } from 'monaco-editor/editor.js';

const workerOf = (label: string): Worker =>
  label === 'json'
    ? new Worker(new URL('monaco-editor/languages/features/json/json.worker.js', import.meta.url), { type: 'module' })
    : new Worker(new URL('editor-worker.ts', import.meta.url), { type: 'module' });

Object.assign(globalThis, { MonacoEnvironment: { getWorker: (_id: unknown, label: string) => workerOf(label) } });

/** Returns the color of a design token as six hex digits, the only format that Monaco accepts. */
const colour = (name: string): string => {
  const value = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return value.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
};

/** Defines a theme from the design tokens. */
function defineTheme(): void {
  const isDark = document.documentElement.dataset['theme'] === 'dark';
  const rule = (token: string, name: string) => ({ token, foreground: colour(name).slice(1) });
  editor.defineTheme('millrace', {
    base: isDark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('string', '--ok'),
      rule('string.key.json', '--accent-strong'),
      rule('string.value.json', '--ok'),
      rule('number', '--wait'),
      rule('keyword', '--pin'),
      rule('keyword.json', '--pin'),
      rule('comment', '--ink-3'),
    ],
    colors: {
      'editor.background': colour('--surface'),
      'editor.foreground': colour('--ink'),
      'editorLineNumber.foreground': colour('--ink-3'),
      'editor.selectionBackground': colour('--accent-soft'),
      'editor.findMatchBackground': colour('--match-now'),
      'editor.findMatchHighlightBackground': colour('--match'),
      'editor.selectionHighlightBackground': colour('--match'),
      'editor.wordHighlightBackground': colour('--match'),
      'editor.wordHighlightStrongBackground': colour('--match'),
      'editorBracketMatch.background': colour('--match'),
      'editorBracketMatch.border': colour('--line-strong'),
      'editor.lineHighlightBackground': colour('--sunken'),
      'editorCursor.foreground': colour('--ink'),
      'editorWidget.background': colour('--raised'),
      'editorWidget.border': colour('--line'),
      'editorSuggestWidget.background': colour('--raised'),
      'editorSuggestWidget.selectedBackground': colour('--selected'),
      'editorSuggestWidget.selectedForeground': colour('--ink'),
      'editorSuggestWidget.highlightForeground': colour('--accent-strong'),
      focusBorder: colour('--accent'),
    },
  });
  editor.setTheme('millrace');
}

defineTheme();
new MutationObserver(defineTheme).observe(document.documentElement, { attributeFilter: ['data-theme'] });

export { editor, languages, type IDisposable };
