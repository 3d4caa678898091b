// The options for converting Markdown to HTML.
import type { NodeProperty } from '../../workflow/node-type.ts';

const flag = (displayName: string, name: string, description: string, value = false): NodeProperty => ({
  displayName,
  name,
  type: 'boolean',
  default: value,
  description,
});

export const htmlOptions: readonly NodeProperty[] = [
  flag('Add Blank To Links', 'openLinksInNewWindow', 'Whether links open in a new window'),
  flag('Automatic Linking To URLs', 'simplifiedAutoLink', 'Whether URLs in the text become links'),
  flag('Backslash Escapes HTML Tags', 'backslashEscapesHTMLTags', 'Whether a backslash before a tag shows the tag as text'),
  flag('Complete HTML Document', 'completeHTMLDocument', 'Whether to return a whole document with head and body, instead of a fragment'),
  flag('Customized Header ID', 'customizedHeaderId', 'Whether a heading can have an id in braces after it'),
  flag('Emoji Support', 'emoji', 'Whether to convert names such as :smile: to emoji'),
  flag('Encode Emails', 'encodeEmails', 'Whether to encode e-mail addresses as character references', true),
  flag(
    'Exclude Trailing Punctuation From URLs',
    'excludeTrailingPunctuationFromURLs',
    'Whether to exclude punctuation after an automatic link',
  ),
  flag('GitHub Code Blocks', 'ghCodeBlocks', 'Whether to support code blocks between three backticks', true),
  flag('GitHub Compatible Header IDs', 'ghCompatibleHeaderId', 'Whether to generate ids of headings like GitHub'),
  {
    displayName: 'GitHub Mention Link',
    name: 'ghMentionsLink',
    type: 'string',
    default: 'https://github.com/{u}',
    description: 'Link target of @mentions; {u} is the name',
  },
  flag('GitHub Mentions', 'ghMentions', 'Whether @mentions become links'),
  flag('GitHub Task Lists', 'tasklists', 'Whether to support task lists'),
  {
    displayName: 'Header Level Start',
    name: 'headerLevelStart',
    type: 'number',
    default: 1,
    description: 'The level of the highest heading: with 2, # becomes h2',
  },
  flag('Mandatory Space Before Header', 'requireSpaceBeforeHeadingText', 'Whether a heading needs a space after the #'),
  flag('Middle Word Asterisks', 'literalMidWordAsterisks', 'Whether asterisks within words stay asterisks'),
  flag('Middle Word Underscores', 'literalMidWordUnderscores', 'Whether underscores within words stay underscores'),
  flag('No Header ID', 'noHeaderId', 'Whether headings get no id'),
  flag('Parse Image Dimensions', 'parseImgDimensions', 'Whether images can have a size after their URL'),
  {
    displayName: 'Prefix Header ID',
    name: 'prefixHeaderId',
    type: 'string',
    default: 'section',
    description: 'Prefix of heading ids',
  },
  flag('Raw Header ID', 'rawHeaderId', 'Whether only spaces and quotes are replaced in ids of headings'),
  flag('Raw Prefix Header ID', 'rawPrefixHeaderId', 'Whether to keep the prefix of ids unchanged'),
  flag('Simple Line Breaks', 'simpleLineBreaks', 'Whether to keep every line break, also without two spaces before it'),
  flag('Smart Indentation Fix', 'smartIndentationFix', 'Whether to remove indentation that comes from template literals in code'),
  flag('Spaces Indented Sublists', 'disableForced4SpacesIndentedSublists', 'Whether nested lists can be indented by less than four spaces'),
  flag('Split Adjacent Blockquotes', 'splitAdjacentBlockquotes', 'Whether an empty line splits a quote into two'),
  flag('Strikethrough', 'strikethrough', 'Whether to strike through text between ~~'),
  flag('Tables Header ID', 'tablesHeaderId', 'Whether to add ids to table headings'),
  flag('Tables Support', 'tables', 'Whether to support tables'),
];
