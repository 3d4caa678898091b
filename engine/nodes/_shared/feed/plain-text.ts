// Converts HTML to plain text: removes tags and decodes entities.

/** `entities`: characters by name, without & and ;. */
export function plainText(html: string, entities: Readonly<Record<string, string>>): string {
  return withoutTags(html)
    .replaceAll(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});/g, (whole, name: string) => character(name, entities) ?? whole)
    .trim();
}

/** A manual scan, because a regular expression would search for the end of a tag from each < again. */
function withoutTags(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    parts.push(html.slice(from, start));
    from = end + 1;
  }
  parts.push(html.slice(from));
  return parts.join('');
}

function character(name: string, entities: Readonly<Record<string, string>>): string | undefined {
  if (!name.startsWith('#')) return entities[name];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
