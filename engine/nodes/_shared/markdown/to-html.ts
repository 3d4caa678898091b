// Markdown to HTML: the converter for the node's options.
import type { Converter, ConverterOptions } from 'showdown';

/** Options passed to Showdown under the same name. */
const switches = [
  'openLinksInNewWindow',
  'simplifiedAutoLink',
  'backslashEscapesHTMLTags',
  'completeHTMLDocument',
  'customizedHeaderId',
  'emoji',
  'encodeEmails',
  'excludeTrailingPunctuationFromURLs',
  'ghCodeBlocks',
  'ghCompatibleHeaderId',
  'ghMentions',
  'tasklists',
  'requireSpaceBeforeHeadingText',
  'literalMidWordAsterisks',
  'literalMidWordUnderscores',
  'noHeaderId',
  'parseImgDimensions',
  'rawHeaderId',
  'rawPrefixHeaderId',
  'simpleLineBreaks',
  'smartIndentationFix',
  'disableForced4SpacesIndentedSublists',
  'splitAdjacentBlockquotes',
  'strikethrough',
  'tablesHeaderId',
  'tables',
] as const;

/** Returns the converter for these options. `create` is the class of the package showdown. */
export function htmlConverter(options: Readonly<Record<string, unknown>>, create: new (options: ConverterOptions) => Converter): Converter {
  const given: Record<string, unknown> = {};
  for (const name of switches) if (typeof options[name] === 'boolean') given[name] = options[name];
  for (const name of ['ghMentionsLink', 'prefixHeaderId']) {
    const text = options[name];
    if (typeof text === 'string' && text !== '') given[name] = text;
  }
  if (typeof options['headerLevelStart'] === 'number') given['headerLevelStart'] = options['headerLevelStart'];
  return new create(given);
}
