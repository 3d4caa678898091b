// What may be written in code, from the data that the node receives: names, fields, methods and nodes.
import { suggestInCode } from '../../../../engine/expression/index.ts';
import type { CodeData } from './code-data.ts';
import { languages, type IDisposable } from './monaco.ts';

const sources = new Map<string, CodeData>();
let provider: IDisposable | undefined;

/** Offers a node's data in the model of an address; returns a function that ends it. */
export function offerData(model: string, data: CodeData): () => void {
  sources.set(model, data);
  provider ??= provide();
  return () => {
    if (sources.get(model) === data) sources.delete(model);
  };
}

/** Characters before the caret that are looked at. */
const LOOKED_AT = 2000;

function provide(): IDisposable {
  return languages.registerCompletionItemProvider('javascript', {
    triggerCharacters: ['.', '$', '"', "'", '['],
    provideCompletionItems: (model, position) => {
      const data = sources.get(model.uri.toString());
      const scope = data?.scope();
      const end = model.getOffsetAt(position);
      const begin = Math.max(0, end - LOOKED_AT);
      const found = scope && suggestInCode(lastStatement(model.getValue().slice(begin, end)), 0, scope, data?.nodes() ?? []);
      if (found === undefined) return { suggestions: [] };
      const from = model.getPositionAt(end - (found.to - found.from));
      const range = {
        startLineNumber: from.lineNumber,
        startColumn: from.column,
        endLineNumber: position.lineNumber,
        endColumn: position.column,
      };
      return {
        suggestions: found.options.map(({ label, insert, caretBack, kind }, index) => ({
          label,
          kind: kindOf(kind),
          insertText: caretBack === 0 ? escaped(insert) : `${escaped(insert.slice(0, -caretBack))}$0${escaped(insert.slice(-caretBack))}`,
          insertTextRules: languages.CompletionItemInsertTextRule.InsertAsSnippet,
          // Filtered already, by what the name begins with.
          filterText: model.getValueInRange(range),
          sortText: String(index).padStart(5, '0'),
          range,
        })),
      };
    },
  });
}

/** What may stand in a chain of names; comments and lines before it say nothing of it. */
const lastStatement = (code: string): string => code.slice(Math.max(code.lastIndexOf(';'), code.lastIndexOf('\n')) + 1);

/** A text as part of a snippet, where `$` and brackets mean something. */
const escaped = (text: string): string => text.replaceAll(/[\\$}]/g, String.raw`\$&`);

function kindOf(kind: string): languages.CompletionItemKind {
  const { CompletionItemKind } = languages;
  if (kind === 'field') return CompletionItemKind.Field;
  if (kind === 'method' || kind === 'extension') return CompletionItemKind.Method;
  return kind === 'property' ? CompletionItemKind.Property : CompletionItemKind.Variable;
}
