// Added methods of strings.
import { describe, expect, it } from 'vitest';
import { evaluate, evaluationError } from '../../testing/sample-run.ts';

describe('addresses in texts', () => {
  it.each([
    ['"me@example.com".extractDomain()', 'example.com'],
    ['"http://shop.example/workflows".extractDomain()', 'shop.example'],
    ['"https://www.test.com:8080/a?b".extractDomain()', 'www.test.com'],
    ['"www.test.co.uk/path".extractDomain()', 'www.test.co.uk'],
    ['"test.com:443".extractDomain()', 'test.com'],
    ['"see https://a.example/x for more".extractDomain()', 'a.example'],
    ['"write to me@b.example now".extractDomain()', 'b.example'],
    ['"our site is c.example, come by".extractDomain()', 'c.example'],
    ['"nothing here".extractDomain()', undefined],
    ['"http://localhost:3000".extractDomain()', 'localhost'],
    ['"My email is me@example.com.".extractEmail()', 'me@example.com'],
    ['"<mailto:a.b@c.example?subject=x>".extractEmail()', 'a.b@c.example'],
    ['"a@b and @c".extractEmail()', undefined],
    ['"Check out (http://a.example/b?c=1), yes".extractUrl()', 'http://a.example/b?c=1'],
    ['"see ftp://files.example!".extractUrl()', 'ftp://files.example'],
    ['"http://".extractUrl()', undefined],
    ['"none".extractUrl()', undefined],
    ['"https://a.example/orders/1/detail#h?x=1".extractUrlPath()', '/orders/1/detail'],
    ['"hi".extractUrlPath()', undefined],
  ])('%s', (code, value) => expect(evaluate(code)).toBe(value));
});

describe('checks of a text', () => {
  it.each([
    ['"example.com".isDomain()', true],
    ['"a.b-c.example:80".isDomain()', true],
    ['"example".isDomain()', false],
    ['"exa_mple.com".isDomain()', false],
    ['"a..b".isDomain()', false],
    ['("a".repeat(300) + ".com").isDomain()', false],
    ['"me@example.com".isEmail()', true],
    ['"It\'s me@example.com".isEmail()', false],
    ['"me@example".isEmail()', false],
    ['("a".repeat(400) + "@b.com").isEmail()', false],
    ['"https://a.example?b#c".isUrl()', true],
    ['"a.example".isUrl()', false],
    ['"http:///".isUrl()', false],
    ['"https://".isUrl()', false],
    ['"".isEmpty()', true],
    ['"x".isEmpty()', false],
    ['"x".isNotEmpty()', true],
    ['"1.5e3".isNumeric()', true],
    ['"12px".isNumeric()', false],
    ['"".isNumeric()', false],
    ['"abc".length()', 3],
    ['"abc".length', 3],
  ])('%s', (code, value) => expect(evaluate(code)).toBe(value));
});

describe('texts from a text', () => {
  it.each([
    ['"héllo €".base64Encode()', 'aMOpbGxvIOKCrA=='],
    ['"aMOpbGxvIOKCrA==".base64Decode()', 'héllo €'],
    ['"aGVsbG8".base64Decode()', 'hello'],
    ['"a-_ \\n/8=".base64Decode().length', 3],
    ['"aGVsbG8gd".base64Decode()', 'hello '],
    ['"x".repeat(20000).base64Encode().length', 26668],
    ['"hello".hash()', '5d41402abc4b2a76b9719d911017c592'],
    ['"hello".hash("base64")', 'aGVsbG8='],
    ['"hello".hash("sha1")', 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'],
    ['"hello".hash("sha224")', 'ea09ae9cc6768c50fcee903ed054556e5bfc8347907f12598aa24193'],
    ['"hello".hash("sha256")', '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
    ['"hello".hash("ripemd160")', '108f07b8382412612c048d07d13f814118445acd'],
    ['["sha384", "sha512", "sha3"].map(a => "hello".hash(a).length)', [96, 128, 128]],
    ['"{\\"a\\":[1]}".parseJson()', { a: [1] }],
    ['"He said \\"hi\\"".quote()', '"He said \\"hi\\""'],
    ['"it\'s".quote("\'")', "'it\\'s'"],
    ['"a\\\\b".quote()', '"a\\\\b"'],
    ['"<b>bold</b>, <a href=\'x\'>link</a>".removeTags()', 'bold, link'],
    ['"1 < 2".removeTags()', '1 < 2'],
    [
      '"# Title\\n\\n> quote\\n- **bold** and *it* and ~~no~~ `code`\\n1. [link](http://x) ![img](y) [ref][1]\\n---\\n```js\\nx\\n```".removeMarkdown()',
      'Title\n\nquote\nbold and it and no code\nlink img ref\n\n\nx\n',
    ],
    ['"<html><head>test</head></html>".removeMarkdown()', 'test'],
    ['"déjà Straße Œuvre – „x“ …".replaceSpecialChars()', 'deja Strasse OEuvre - „x" ...'],
    ['"The \\"best\\"\\n".toJsonString()', '"The \\"best\\"\\n"'],
    ['"quick! brown FOX. and É".toSentenceCase()', 'Quick! Brown fox. And é'],
    ['"quick brown $FOX-x y".toSnakeCase()', 'quick_brown_fox_x_y'],
    ['"quick a brown FOX".toTitleCase()', 'Quick a Brown FOX'],
    ['"iPhone and eBay".toTitleCase()', 'iPhone and eBay'],
    ['"x.y z".toTitleCase()', 'x.y Z'],
    ['"see https://a.b".toTitleCase()', 'See https://a.b'],
    ['"a\\nb".toSnakeCase()', 'a\nb'],
    ['"(0x1F)".toSentenceCase()', '(0X1f)'],
    ['"the end of the line".toTitleCase()', 'The End of the Line'],
    ['"I am from Oslo".toTitleCase()', 'I Am From Oslo'],
    ['"if you can when it is over".toTitleCase()', 'If You Can when It Is Over'],
    ['"so that it is only yet better than that".toTitleCase()', 'So that It Is only yet Better than That'],
    ['"a because b".toTitleCase()', 'A because B'],
    ['"hello (the world) now".toTitleCase()', 'Hello (the World) Now'],
    ['"follow-up and step-by-step".toTitleCase()', 'Follow-up and Step-by-Step'],
    ['"line1\\nline2\\ttab".toTitleCase()', 'Line1Line2\tTab'],
    ['"".toTitleCase() + "\\n".toTitleCase()', ''],
    ['"name=A B&c".urlEncode()', 'name%3DA%20B%26c'],
    ['"name=A B&c".urlEncode(true)', 'name=A%20B&c'],
    ['"name%3DA%20B".urlDecode()', 'name=A B'],
    ['"name%3DA%20B".urlDecode(true)', 'name%3DA B'],
  ])('%s', (code, value) => expect(evaluate(code)).toEqual(value));
});

describe('other types from a text', () => {
  it.each([
    ['["", "0", "False", "no"].map(s => s.toBoolean())', [false, false, false, false]],
    ['["true", "yes", "hello", "1"].map(s => s.toBoolean())', [true, true, true, true]],
    ['"12.9px".toInt()', 12],
    ['"ff".toInt(16)', 255],
    ['"12.9".toWholeNumber()', 12],
    ['"12.5x".toFloat()', 12.5],
    ['"1.23E10".toNumber()', 12300000000],
    ['" 0x10 ".toNumber()', 16],
    ['" ".toNumber()', 0],
    ['"0x1F".toInt()', 31],
    ['"abc".hash("SHA1") === "abc".hash("sha1")', true],
    ['"2024-06-15T12:00:00+09:00".toDateTime().toISO()', '2024-06-15T12:00:00.000+09:00'],
    ['"2024".toDateTime("dd-MM").isValid', false],
    ['"1.5".toDecimalNumber()', 1.5],
    ['"2022-01-03T00:00:00.000+00:00".toDate().getTime()', 1641168000000],
    ['"2024-03-29T18:06:31.798+01:00".toDateTime().toMillis()', 1711731991798],
    ['"20240329".toDateTime().toISODate()', '2024-03-29'],
    ['"Fri, 29 Mar 2024 18:08:01 +0100".toDateTime().toMillis()', 1711732081000],
    ['"Wed, 21 Oct 2015 07:28:00 GMT".toDateTime().toMillis()', 1445412480000],
    ['"2024-03-29 10:11:12".toDateTime().toISO()', '2024-03-29T10:11:12.000+01:00'],
    ['"1711732132990".toDateTime().toMillis()', 1711732132990],
    ['"1-Feb-2024".toDateTime().toISO()', '2024-02-01T00:00:00.000+01:00'],
    ['"Feb 1 2024 12:00 GMT+0000".toDateTime().toISO()', '2024-02-01T13:00:00.000+01:00'],
    ['"1704085200".toDateTime("s").toISO()', '2024-01-01T06:00:00.000+01:00'],
    ['"1704085200000000".toDateTime("us").toISO()', '2024-01-01T06:00:00.000+01:00'],
    ['"31-01-2024".toDateTime("dd-MM-yyyy").toISODate()', '2024-01-31'],
  ])('%s', (code, value) => expect(evaluate(code, { timezone: 'Europe/Berlin' })).toEqual(value));
});

describe('errors', () => {
  it.each([
    ['"hi".toDateTime()', 'cannot convert to Luxon DateTime'],
    ['"hi".toDate()', 'cannot convert to date'],
    ['"hi".toInt()', 'cannot convert to number'],
    ['"12 apples".toNumber()', 'cannot convert to number'],
    ['"1,234.5".toNumber()', 'cannot convert to number'],
    [
      '"x".hash("md6")',
      'Unknown algorithm md6. Available algorithms are: base64, md5, sha1, sha224, sha256, sha384, sha512, sha3, ripemd160.',
    ],
    ['$json.none.toDateTime()', "toDateTime can't be used on undefined value"],
    ['extend(null, "startsWith", [])', "startsWith can't be used on null value"],
    ['"x".sum()', 'sum() is only callable on type "Array"'],
    ['"{\'a\':1}".parseJson()', 'Parsing failed. Check for syntax errors with an online parser.'],
    ['(5).parseJson()', 'parseJson() is only callable on type "String"'],
    ['(5n).isEmpty()', 'isEmpty() is only callable on types "Date", "Array", "Number", "Boolean", "Object" and "String"'],
  ])('%s', (code, message) =>
    expect(evaluationError(code)).toMatchObject({ code: 'EXPRESSION_FAILED', name: 'ExpressionExtensionError', message }),
  );

  it.each(['"x".unknownFunction()', '"%".urlDecode()', 'extend("x", "nope", [])'])('%s gives nothing', (code) =>
    expect(evaluate(code)).toBeUndefined(),
  );
});
