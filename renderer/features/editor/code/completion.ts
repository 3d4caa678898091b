// Suggestions for code from the node's input data: names, fields, methods and nodes.
import { suggestInCode } from '../../../../engine/expression/index.ts';
import { describedIn, type CompletionText } from './completion-text.ts';
import type { CodeData } from './code-editor-props.ts';
import { languages, type IDisposable } from './monaco.ts';

const sources = new Map<string, CodeData>();
let provider: IDisposable | undefined;

/** Registers the data for the model with this URI; returns a function that removes it. */
export function offerData(model: string, data: CodeData): () => void {
  sources.set(model, data);
  provider ??= provide();
  return () => {
    if (sources.get(model) === data) sources.delete(model);
  };
}

/** Maximum number of characters before the caret that are parsed. */
const LOOKED_AT = 2000;

function provide(): IDisposable {
  return languages.registerCompletionItemProvider('javascript', {
    triggerCharacters: ['.', '$', '"', "'", '['],
    provideCompletionItems: (model, position) => {
      const data = sources.get(model.uri.toString());
      const scope = data?.scope();
      const end = model.getOffsetAt(position);
      const begin = Math.max(0, end - LOOKED_AT);
      const suggestions = scope && suggestInCode(lastStatement(model.getValue().slice(begin, end)), 0, scope, data?.nodes() ?? []);
      if (suggestions === undefined) return { suggestions: [] };
      const from = model.getPositionAt(end - (suggestions.to - suggestions.from));
      const range = {
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: position.lineNumber,
        endColumn: position.column,
      };
      return {
        suggestions: suggestions.options.map(({ label, insert, caretBack, kind, about }, index) => ({
          label,
          ...documented(describedIn({ label, about })),
          kind: kindOf(kind),
          insertText: caretBack === 0 ? escaped(insert) : `${escaped(insert.slice(0, -caretBack))}$0${escaped(insert.slice(-caretBack))}`,
          insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
          // The suggestions are already filtered by prefix.
          filterText: model.getValueInRange(range),
          sortText: String(index).padStart(5, '0'),
          range,
        })),
      };
    },
  });
}

const documented = (text: CompletionText | undefined): object =>
  text === undefined ? {} : { documentation: { value: `${text.about}\n\n\`${text.example}\`` } };

/** Returns the code after the last semicolon, in which the property chain before the caret is found. */
const lastStatement = (code: string): string => code.slice(Math.max(code.lastIndexOf(';'), code.lastIndexOf('\n')) + 1);

/** Escapes a text for use in a snippet. */
const escaped = (text: string): string => text.replaceAll(/[\\$}]/g, String.raw`\$&`);

function kindOf(kind: string): languages.CompletionItemKind {
  const { CompletionItemKind } = languages;
  if (kind === 'field') return CompletionItemKind.Field;
  if (kind === 'method') return CompletionItemKind.Method;
  return kind === 'property' ? CompletionItemKind.Property : CompletionItemKind.Variable;
}
