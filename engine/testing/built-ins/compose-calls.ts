// Composes calls of several methods of a value: a call is the text of an expression.

export const each = (names: string, call: (name: string) => string): readonly string[] => names.split(' ').map(call);
/** Methods that every type has. */
export const common = (self: string): readonly string[] =>
  each('hasOwnProperty propertyIsEnumerable isPrototypeOf', (name) => `${self}.${name}("x")`).concat(
    each('toString toLocaleString valueOf', (name) => `${self}.${name}()`),
  );
export const getters = (self: string, names: string): readonly string[] => each(names, (name) => `${self}.${name}`);
export const methods = (self: string, names: string, args = '()'): readonly string[] => each(names, (name) => `${self}.${name}${args}`);

/** Methods with the same arguments for all types that have them. `f` is a function, `x` an element. */
export const iterating = (self: string, names: string): readonly string[] => methods(self, names, '((x) => x === -1)');

export const objectMethods = (self: string): readonly string[] => [
  ...methods(self, 'compact isEmpty isNotEmpty keys values urlEncode toJsonString toBoolean toDate toDateTime toFloat toInt toNumber'),
  ...methods(self, 'hasField removeField', '("f1")'),
  ...methods(self, 'keepFieldsContaining removeFieldsContaining', '("9")'),
  `${self}.merge($json.object)`,
];

export const dateMethods = (self: string): readonly string[] => [
  ...methods(self, 'beginningOf endOfMonth extract format isDst isEmpty isNotEmpty toBoolean toDate toDateTime'),
  ...methods(self, 'toFloat toInt toNumber diffToNow'),
  `${self}.isBetween("2024-01-01", "2025-01-01")`,
  `${self}.isInLast(3, "days")`,
  ...methods(self, 'plus minus', '(3, "days")'),
  ...methods(self, 'plus minus', '({ days: 3, hours: 2 })'),
  `${self}.diffTo($json.jsDate, ["years", "months", "days", "hours"])`,
];
