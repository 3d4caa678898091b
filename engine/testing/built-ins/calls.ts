// A call of every built-in of expressions, over data of any size: the tests and the measurement of their costs walk through them.
import { languageCalls } from './language-calls.ts';
import { timeCalls } from './time-calls.ts';
import { valueCalls } from './value-calls.ts';

/**
 * Calls by type of the receiver, besides `language`, `globals` and `data`. They read `$json` (sized-data.ts), and `N` is the size of its data. A member of
 * a type is covered if a call contains `.name`. The members are taken from the evaluator's own tables, so that a test fails for one without a call.
 */
export const builtInCalls: Readonly<Record<string, readonly string[]>> = { ...languageCalls, ...valueCalls, ...timeCalls };

/**
 * Calls that read a limited part of their data, whatever its size: one entry, a count, or nothing. Texts are neither copied nor read when they are passed on.
 */
export const constantCalls = new RegExp(
  [
    String.raw`\.(?:hasOwnProperty|propertyIsEnumerable|isPrototypeOf|hasOwn|isEmpty|isNotEmpty|isDomain|isEmail|isUrl|first|last|randomItem|isExtensible)\(`,
    String.raw`\.(?:at|charAt|charCodeAt|codePointAt|subarray|substr|substring)\(`,
    String.raw`\.(?:length|size|byteLength|byteOffset|buffer)\b`,
    String.raw`^\$json\.text\.(?:slice\(5|toBoolean|toString|toLocaleString|valueOf|extractUrlPath)`,
    String.raw`^\$json\.(?:numbers|object|bytes|map|set)\.(?:toBoolean|toDate|toDateTime|toFloat|toInt|toNumber|entries|keys|values)\(\)$`,
    String.raw`^\$json\.(?:numbers(?:\.values\(\))?|object|buffer|big|map|set|params)\.valueOf\(\)`,
    String.raw`^\$json\.(?:numbers\.values\(\)|object|buffer|map|set)\.(?:toString|toLocaleString|next)\(\)`,
    String.raw`^\$json\.(?:map|set)\.(?:get|has)\(`,
    String.raw`^new (?:\w*Error|String|DataView)\(`,
    String.raw`^(?:\$if|\$ifEmpty|ifEmpty|\$not|not|\$evaluateExpression|Boolean|Number|Object|Symbol|BigInt\.\w+|Array\.isArray|console\.\w+|Object\.is(?:Frozen|Sealed))\(\"?[{ ]*\$json\.(?:text|big|numbers|object)\b`,
    String.raw`^BigInt\.as\w+\(\d+, \$json\.big\)|^DateTime\.fromISO\(`,
    String.raw`^\$json\.wide\.unique\(`,
    String.raw`\[\$json\.(?:text|digits)\]|^typeof|instanceof| in \$json|^\$json\.text\[5\]|^\$json\.numbers\[5\] =`,
  ].join('|'),
);
