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
  flag(
    'Complete HTML Document',
    'completeHTMLDocument',
    'Whether the result is a whole document with head and body, instead of a fragment',
  ),
  flag('Customized Header ID', 'customizedHeaderId', 'Whether a heading gets the id written in braces behind it'),
  flag('Emoji Support', 'emoji', 'Whether names such as :smile: become emoji'),
  flag('Encode Emails', 'encodeEmails', 'Whether mail addresses are written as character references', true),
  flag(
    'Exclude Trailing Punctuation From URLs',
    'excludeTrailingPunctuationFromURLs',
    'Whether punctuation behind an automatic link stays outside of it',
  ),
  flag('GitHub Code Blocks', 'ghCodeBlocks', 'Whether code blocks between three backticks are known', true),
  flag('GitHub Compatible Header IDs', 'ghCompatibleHeaderId', 'Whether ids of headings are made as GitHub makes them'),
  {
    displayName: 'GitHub Mention Link',
    name: 'ghMentionsLink',
    type: 'string',
    default: 'https://github.com/{u}',
    description: 'Link target of @mentions; {u} is the name',
  },
  flag('GitHub Mentions', 'ghMentions', 'Whether @mentions become links'),
  flag('GitHub Task Lists', 'tasklists', 'Whether task lists are known'),
  {
    displayName: 'Header Level Start',
    name: 'headerLevelStart',
    type: 'number',
    default: 1,
    description: 'The level of the highest heading: with 2, # becomes h2',
  },
  flag('Mandatory Space Before Header', 'requireSpaceBeforeHeadingText', 'Whether a heading needs a space behind the #'),
  flag('Middle Word Asterisks', 'literalMidWordAsterisks', 'Whether asterisks within words stay asterisks'),
  flag('Middle Word Underscores', 'literalMidWordUnderscores', 'Whether underscores within words stay underscores'),
  flag('No Header ID', 'noHeaderId', 'Whether headings get no id'),
  flag('Parse Image Dimensions', 'parseImgDimensions', 'Whether images may have a size behind their address'),
  {
    displayName: 'Prefix Header ID',
    name: 'prefixHeaderId',
    type: 'string',
    default: 'section',
    description: 'Prefix of heading ids',
  },
  flag('Raw Header ID', 'rawHeaderId', 'Whether only spaces and quotes are replaced in ids of headings'),
  flag('Raw Prefix Header ID', 'rawPrefixHeaderId', 'Whether the prefix of ids stays as it is'),
  flag('Simple Line Breaks', 'simpleLineBreaks', 'Whether every line break counts, also without two spaces before it'),
  flag('Smart Indentation Fix', 'smartIndentationFix', 'Whether indentation that comes from template texts in code is removed'),
  flag(
    'Spaces Indented Sublists',
    'disableForced4SpacesIndentedSublists',
    'Whether lists within lists may be indented by less than four spaces',
  ),
  flag('Split Adjacent Blockquotes', 'splitAdjacentBlockquotes', 'Whether quotes with an empty line between them are two quotes'),
  flag('Strikethrough', 'strikethrough', 'Whether text between ~~ is struck through'),
  flag('Tables Header ID', 'tablesHeaderId', 'Whether the headings of tables get ids'),
  flag('Tables Support', 'tables', 'Whether tables are known'),
];
