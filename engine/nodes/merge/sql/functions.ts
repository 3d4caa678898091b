// The functions available in a query: AlaSQL's documented functions that access nothing outside of the query, and their names in other dialects.
// Any other name is rejected.
import type { CellType } from './cells.ts';

/** `args`: type of the arguments, if they all have the same. */
export type ResultType = CellType | 'args';

/** Result types of scalar functions. The sandbox implements each as `fn_` and its lower-case name. */
export const scalars: ReadonlyMap<string, ResultType> = new Map<string, ResultType>([
  ...typed(
    'text',
    'UPPER LOWER TRIM LTRIM RTRIM CONCAT CONCAT_WS SUBSTR REPLACE LEFT RIGHT REVERSE REPEAT LPAD RPAD SPACE CHAR HEX TYPEOF NEWID ' +
      'NOW CURDATE CURTIME DATE DATE_FORMAT DATEADD REGEXP_REPLACE REGEXP_SUBSTR SPLIT_PART INITCAP JSON_STRINGIFY MONTHNAME DAYNAME',
  ),
  ...typed(
    'number',
    'LEN INSTR ASCII ABS ROUND FLOOR CEIL TRUNC SQRT POWER MOD SIGN EXP LN LOG LOG2 LOG10 SIN COS TAN ASIN ACOS ATAN ATAN2 DEGREES RADIANS PI ' +
      'RANDOM YEAR MONTH DAY DAYOFWEEK WEEK QUARTER HOUR MINUTE SECOND DATEDIFF UNIX_TIMESTAMP',
  ),
  ...typed('boolean', 'REGEXP_LIKE STARTS_WITH ENDS_WITH CONTAINS'),
  ...typed('args', 'GREATEST LEAST'),
  ...typed('unknown', 'JSON_VALUE'),
]);

/** Aliases of functions. */
export const aliases: ReadonlyMap<string, string> = new Map([
  ['UCASE', 'UPPER'],
  ['LCASE', 'LOWER'],
  ['LENGTH', 'LEN'],
  ['CHAR_LENGTH', 'LEN'],
  ['CHARACTER_LENGTH', 'LEN'],
  ['SUBSTRING', 'SUBSTR'],
  ['MID', 'SUBSTR'],
  ['REPLICATE', 'REPEAT'],
  ['CHARINDEX', 'INSTR'],
  ['LOCATE', 'INSTR'],
  ['CEILING', 'CEIL'],
  ['TRUNCATE', 'TRUNC'],
  ['FIX', 'TRUNC'],
  ['POW', 'POWER'],
  ['RAND', 'RANDOM'],
  ['ATN2', 'ATAN2'],
  ['CHR', 'CHAR'],
  ['ORD', 'ASCII'],
  ['UUID', 'NEWID'],
  ['GETDATE', 'NOW'],
  ['CURRENT_TIMESTAMP', 'NOW'],
  ['CURRENT_DATE', 'CURDATE'],
  ['CURRENT_TIME', 'CURTIME'],
  ['DAYOFMONTH', 'DAY'],
  ['WEEKDAY', 'DAYOFWEEK'],
  ['STRFTIME', 'DATE_FORMAT'],
  ['DATE_ADD', 'DATEADD'],
  ['DATE_DIFF', 'DATEDIFF'],
  ['JSON_EXTRACT', 'JSON_VALUE'],
  ['NVL', 'COALESCE'],
  ['IFNULL', 'COALESCE'],
  ['ISNULL', 'COALESCE'],
  ['IF', 'IIF'],
  ['MEAN', 'AVG'],
  ['LISTAGG', 'GROUP_CONCAT'],
  ['STRING_AGG', 'GROUP_CONCAT'],
  ['ARRAY_AGG', 'ARRAY'],
  ['COLLECT', 'ARRAY'],
  ['STDDEV', 'STDEV'],
  ['STD', 'STDEV'],
  ['STDDEV_SAMP', 'STDEV'],
  ['STDDEV_POP', 'STDEVP'],
  ['VARIANCE', 'VAR'],
  ['VAR_SAMP', 'VAR'],
  ['VAR_POP', 'VARP'],
]);

/** Aggregates by name: the result type and the function in the database. */
export const aggregates: ReadonlyMap<string, { readonly type: ResultType; readonly sql: string }> = new Map([
  ['COUNT', { type: 'number', sql: 'count' }],
  ['SUM', { type: 'number', sql: 'sum' }],
  ['TOTAL', { type: 'number', sql: 'total' }],
  ['AVG', { type: 'number', sql: 'avg' }],
  ['MIN', { type: 'args', sql: 'min' }],
  ['MAX', { type: 'args', sql: 'max' }],
  ['GROUP_CONCAT', { type: 'text', sql: 'group_concat' }],
  ['ARRAY', { type: 'json', sql: 'fn_array' }],
  ['FIRST', { type: 'args', sql: 'fn_first' }],
  ['LAST', { type: 'args', sql: 'fn_last' }],
  ['MEDIAN', { type: 'number', sql: 'fn_median' }],
  ['STDEV', { type: 'number', sql: 'fn_stdev' }],
  ['STDEVP', { type: 'number', sql: 'fn_stdevp' }],
  ['VAR', { type: 'number', sql: 'fn_var' }],
  ['VARP', { type: 'number', sql: 'fn_varp' }],
]);

/** Functions that require OVER. */
export const windowFunctions: ReadonlyMap<string, ResultType> = new Map<string, ResultType>([
  ...typed('number', 'ROW_NUMBER RANK DENSE_RANK PERCENT_RANK CUME_DIST NTILE'),
  ...typed('unknown', 'LAG LEAD FIRST_VALUE LAST_VALUE NTH_VALUE'),
]);

function typed(type: ResultType, names: string): [string, ResultType][] {
  return names.split(' ').map((name) => [name, type]);
}
