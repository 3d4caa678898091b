// Which names nodes may have, and how a taken name is made unique.
import { AppError } from '../../contract/errors.ts';

const restricted = new Set(
  [
    'hasOwnProperty',
    'isPrototypeOf',
    'propertyIsEnumerable',
    'toLocaleString',
    'toString',
    'valueOf',
    'constructor',
    'prototype',
    '__proto__',
    '__defineGetter__',
    '__defineSetter__',
    '__lookupGetter__',
    '__lookupSetter__',
  ].map((name) => name.toLowerCase()),
);

/** Whether a name is that of an inherited object property. Files may contain such names, but the product gives none to a node. Case is ignored. */
export function isRestrictedName(name: string): boolean {
  return restricted.has(name.toLowerCase());
}

/** Returns the name as it is stored: trimmed. Throws AppError BAD_REQUEST if it is empty or restricted. */
export function checkNodeName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new AppError('BAD_REQUEST', 'Invalid name: a node needs a name of at least one character.');
  if (isRestrictedName(trimmed)) {
    throw new AppError('BAD_REQUEST', `Node name "${trimmed}" is a restricted name.`, {
      params: { name: trimmed },
      hint: 'Choose another name.',
    });
  }
  return trimmed;
}

/** Returns the name itself if it is free, otherwise with the lowest free number from 1; a trailing number is incremented. */
export function uniqueName(wanted: string, taken: ReadonlySet<string> | ReadonlyMap<string, unknown>): string {
  if (!taken.has(wanted)) return wanted;
  const stem = stemOf(wanted);
  return `${stem}${firstFree(stem, taken)}`;
}

const stemOf = (name: string): string => /^(.*?\D)\d{1,9}$/su.exec(name)?.[1] ?? name;

function firstFree(stem: string, taken: ReadonlySet<string> | ReadonlyMap<string, unknown>, from = 1): number {
  let number = from;
  while (taken.has(`${stem}${number}`)) number++;
  return number;
}

/** Returns unique names for several wanted ones, in order, which also differ from each other. */
export function uniqueNames(wanted: readonly string[], taken: Iterable<string>): string[] {
  const used = new Set(taken);
  // Lowest number that may be free, by name.
  const lowest = new Map<string, number>();
  return wanted.map((name) => {
    let unique = name;
    if (used.has(name)) {
      const stem = stemOf(name);
      const number = firstFree(stem, used, lowest.get(stem));
      lowest.set(stem, number);
      unique = `${stem}${number}`;
    }
    used.add(unique);
    return unique;
  });
}
