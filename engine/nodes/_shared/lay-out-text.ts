// Lays HTML out as text: blocks separated, headings in capitals, URLs of links and images in brackets.
import type { ExtractSettings } from './html-extraction.ts';

type LayOut = NonNullable<ExtractSettings['layOut']>;

/** Loads the library and returns the layout function; converters are cached by the elements they skip. */
export async function layOutText(): Promise<LayOut> {
  const { compile } = await import('html-to-text');
  const converters = new Map<string, (html: string) => string>();
  return (html, skipSelectors) => {
    let convert = converters.get(skipSelectors);
    if (convert === undefined) {
      const skipped = skipSelectors.split(',').map((selector) => selector.trim());
      const selectors = skipped.filter((selector) => selector !== '').map((selector) => ({ selector, format: 'skip' }));
      // A page has no fixed width: lines break only where the document breaks them.
      convert = compile({ wordwrap: false, selectors });
      converters.set(skipSelectors, convert);
    }
    return convert(html);
  };
}
