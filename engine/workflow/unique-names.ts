// Names of nodes: which are allowed, and how a taken one is made unique.
import { AppError } from '../contract/errors.ts';

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

/** Names of inherited object properties. Files may contain them, but no node is newly given one. Case is ignored. */
export function isRestrictedName(name: string): boolean {
  return restricted.has(name.toLowerCase());
}

/** The name as it is stored: trimmed. Throws AppError BAD_REQUEST if it is empty or restricted. */
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

/** The name itself if it is free, else with the lowest free number from 1 appended; a trailing number is incremented. */
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

/** Unique names for several requested ones, also among themselves, in order. */
export function uniqueNames(wanted: readonly string[], taken: Iterable<string>): string[] {
  const used = new Set(taken);
  // Lower numbers are taken.
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
