// Regular expressions as values: their readable properties and their methods.
import { defineType, registerType } from '../guard/types.ts';
import { toNumber, toText } from '../guard/convert.ts';
import { execute } from '../regex/operations.ts';
import { gettersOf } from './native.ts';

registerType(
  RegExp.prototype,
  defineType({
    name: 'RegExp',
    getters: gettersOf([
      'source',
      'flags',
      'global',
      'ignoreCase',
      'multiline',
      'dotAll',
      'unicode',
      'unicodeSets',
      'sticky',
      'hasIndices',
      'lastIndex',
    ]),
    setters: {
      lastIndex: (self: RegExp, value) => {
        self.lastIndex = toNumber(value);
      },
    },
    methods: {
      exec: (self: RegExp, args) => execute(self, toText(args[0])),
      test: (self: RegExp, args) => execute(self, toText(args[0])) !== null,
      toString: (self: RegExp) => `/${self.source}/${self.flags}`,
    },
    mutators: ['exec', 'test'],
    copy: (self: RegExp) => Object.assign(new RegExp(self.source, self.flags), { lastIndex: self.lastIndex }),
    toPrimitive: (self: RegExp) => `/${self.source}/${self.flags}`,
  }),
);
