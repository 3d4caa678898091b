// Maps, sets, weak collections and the host's iterators.
import { allocateCells, PART_COST, step, stepsFor } from '../budget.ts';
import { toNumber } from '../guard/convert.ts';
import { toList } from '../guard/iterate.ts';
import { live } from '../guard/overlay.ts';
import { defineType, registerType, type Method } from '../guard/types.ts';
import { gettersOf, withPrimitives, withValues } from './native.ts';

/** Cost of reading or copying all entries. */
const sizeOf = (self: { readonly size: number }): number => self.size * PART_COST;

function payForCopy(self: { readonly size: number }): void {
  stepsFor(sizeOf(self) * 2);
  allocateCells(self.size * 3);
}

/** Methods that add an entry, which is charged. */
function adding(prototype: object, name: string): Record<string, Method> {
  const methods = withValues(prototype, [name]);
  const add = methods[name] as Method;
  return {
    [name]: (self, args) => {
      allocateCells(4);
      return add(self, args);
    },
  };
}

/** Set methods whose argument is another set. */
function withSets(names: readonly string[]): Record<string, Method> {
  const methods = withValues(Set.prototype, names, sizeOf);
  for (const [name, method] of Object.entries(methods)) {
    methods[name] = (self: Set<unknown>, args) => {
      const other = live(args[0]);
      if (!(other instanceof Set) && !(other instanceof Map)) throw new TypeError(`${name} needs another Set`);
      stepsFor(sizeOf(other));
      allocateCells(self.size + other.size);
      return method(self, [other]);
    };
  }
  return methods;
}

registerType(
  Map.prototype,
  defineType({
    name: 'Map',
    getters: gettersOf(['size']),
    methods: {
      ...withValues(Map.prototype, ['get', 'has', 'delete', 'entries', 'keys', 'values']),
      ...withValues(Map.prototype, ['clear', 'forEach'], sizeOf),
      ...adding(Map.prototype, 'set'),
    },
    mutators: ['set', 'delete', 'clear'],
    copy: (self: Map<unknown, unknown>) => {
      payForCopy(self);
      return new Map(self);
    },
  }),
);

registerType(
  Set.prototype,
  defineType({
    name: 'Set',
    getters: gettersOf(['size']),
    methods: {
      ...withValues(Set.prototype, ['has', 'delete', 'entries', 'keys', 'values']),
      ...withValues(Set.prototype, ['clear', 'forEach'], sizeOf),
      ...withSets(['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']),
      ...adding(Set.prototype, 'add'),
    },
    mutators: ['add', 'delete', 'clear'],
    copy: (self: Set<unknown>) => {
      payForCopy(self);
      return new Set(self);
    },
  }),
);

registerType(
  WeakMap.prototype,
  defineType({
    name: 'WeakMap',
    methods: { ...withValues(WeakMap.prototype, ['get', 'has', 'delete']), ...adding(WeakMap.prototype, 'set') },
  }),
);
registerType(
  WeakSet.prototype,
  defineType({ name: 'WeakSet', methods: { ...withValues(WeakSet.prototype, ['has', 'delete']), ...adding(WeakSet.prototype, 'add') } }),
);

/** `iterator.drop(count)`: as in the language, elements are left out once the next one is read. */
function dropped(self: IterableIterator<unknown>, count: number): Iterator<unknown> {
  if (!(count >= 0)) throw new RangeError('drop needs a number that is not negative');
  return (function* (): Generator {
    let remaining = Math.trunc(count);
    for (const element of self) {
      step();
      if (remaining-- <= 0) yield element;
    }
  })();
}

const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;

registerType(
  iteratorPrototype,
  defineType({
    name: 'Iterator',
    methods: {
      next: (self: Iterator<unknown>) => {
        allocateCells(2);
        return self.next();
      },
      ...withValues(iteratorPrototype, ['every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some']),
      ...withPrimitives(iteratorPrototype, ['take']),
      drop: (self: IterableIterator<unknown>, args) => dropped(self, toNumber(args[0])),
      toArray: (self: IterableIterator<unknown>) => {
        return toList(self);
      },
    },
  }),
);
