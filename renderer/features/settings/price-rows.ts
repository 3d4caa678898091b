// Prices of models as rows of fields: conversion, validation, and the content of files.
import type { ModelPrice, ModelPriceTable } from '../../../engine/contract/rest/models.ts';
import { isRecord } from '../../../engine/workflow/values/own-properties.ts';

/** A price as texts. */
export interface PriceRow {
  readonly provider: string;
  readonly model: string;
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
}

export const amounts = ['input', 'cachedInput', 'output'] as const;

export const newRow: PriceRow = { provider: '', model: '', input: '', cachedInput: '', output: '' };

export const rowOf = ({ provider, model, input, cachedInput, output }: ModelPrice): PriceRow => ({
  provider,
  model,
  input: amountText(input),
  cachedInput: amountText(cachedInput),
  output: amountText(output),
});

/** Without an exponent, as in a field. */
export const amountText = (amount: number | undefined): string =>
  amount === undefined ? '' : amount.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 12 });

const isAmount = (text: string): boolean => /^(?:\d{1,6}(?:\.\d{1,12})?)?$/.test(text.trim());

export const isValidRow = (row: PriceRow): boolean => row.provider.trim() !== '' && amounts.every((name) => isAmount(row[name]));

export function priceOf(row: PriceRow): ModelPrice {
  const given = amounts.filter((name) => row[name].trim() !== '').map((name) => [name, Number(row[name])] as const);
  return { provider: row.provider.trim(), model: row.model.trim(), ...Object.fromEntries(given) };
}

const keyOf = ({ provider, model }: Pick<ModelPrice, 'provider' | 'model'>): string => JSON.stringify([provider.trim(), model.trim()]);

/** Returns a price that is there twice; undefined if there is none. */
export function repeatedRow(rows: readonly PriceRow[]): PriceRow | undefined {
  const keys = new Set<string>();
  return rows.find((row) => keys.size === keys.add(keyOf(row)).size);
}

/** Returns the whole table: own prices in place of those that come with the program. */
export function wholeTable(builtIn: ModelPriceTable, own: ModelPriceTable | undefined): ModelPriceTable {
  const prices = own?.prices ?? [];
  const replaced = new Set(prices.map(keyOf));
  return { date: own?.date ?? builtIn.date, prices: [...prices, ...builtIn.prices.filter((price) => !replaced.has(keyOf(price)))] };
}

/** Returns the rows of a table in a file that are not those that come with the program; undefined if the file has no table. */
export function rowsInFile(text: string, builtIn: ModelPriceTable): readonly PriceRow[] | undefined {
  const table = parsed(text);
  const prices: unknown = isRecord(table) ? table['prices'] : undefined;
  if (!Array.isArray(prices)) return undefined;
  const rows = (prices as readonly unknown[]).map((price) => rowIn(price));
  const own = rows.filter((row) => row !== undefined);
  if (own.length < rows.length || !own.every((row) => isValidRow(row))) return undefined;
  const known = new Set(builtIn.prices.map((price) => JSON.stringify(rowOf(price))));
  return own.filter((row) => !known.has(JSON.stringify(row)));
}

function rowIn(price: unknown): PriceRow | undefined {
  if (!isRecord(price)) return undefined;
  const { provider, model } = price;
  if (typeof provider !== 'string' || typeof model !== 'string') return undefined;
  const texts = amounts.map((name) => {
    const amount = price[name];
    return [name, amount === undefined ? '' : typeof amount === 'number' ? amountText(amount) : 'wrong'] as const;
  });
  return { provider, model, ...(Object.fromEntries(texts) as Pick<PriceRow, (typeof amounts)[number]>) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
