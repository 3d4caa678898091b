// Removes from foreign HTML what makes a browser log errors even in a document that is never shown.

const opening = /<[a-z][^\s/>]*/gi;
/** Whitespace between attributes, or an attribute with its value. */
const part = /[\s/]+|[^\s/>][^\s/>=]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?/gy;

/** Removes event handlers and `<base>`. This is not a sanitizer: the sanitizer reads its result. */
export function inertHtml(html: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const tag = opening.exec(html);
    if (tag === null) break;
    const attributes: string[] = [];
    let end = opening.lastIndex;
    part.lastIndex = end;
    for (let found = part.exec(html); found !== null; found = part.exec(html)) {
      end = part.lastIndex;
      if (!/^on/i.test(found[0])) attributes.push(found[0]);
    }
    // An unclosed tag creates no element.
    if (end === html.length) break;
    const isBase = tag[0].toLowerCase() === '<base';
    kept.push(html.slice(at, tag.index), isBase ? '' : `${tag[0]}${attributes.join('')}>`);
    at = end + 1;
  }
  return kept.join('') + html.slice(at);
}
