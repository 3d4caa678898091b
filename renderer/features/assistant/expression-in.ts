// Finds the expression in the answer of a model.

/** Returns the expression without the leading `=`: the first block of code, or else the whole answer. Code without braces gets them. */
export function expressionIn(answer: string): string {
  const [, block = answer] = /```[\w-]*[ \t]*\n?([\s\S]*?)(?:```|$)/.exec(answer) ?? [];
  const inline = block === answer ? /^\s*`([^`]+)`\s*$/.exec(answer)?.[1] : undefined;
  const code = (inline ?? block).trim().replace(/^=\s*(?=\{\{)/, '');
  if (code === '' || code.includes('{{')) return code;
  return `{{ ${code.replace(/;$/, '')} }}`;
}
