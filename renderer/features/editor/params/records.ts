// Lists of objects, as files hold them.
import { isRecord } from '../../../../engine/workflow/own-properties.ts';

/** The objects among the entries of a list. */
export const records = (list: unknown): readonly Readonly<Record<string, unknown>>[] => (Array.isArray(list) ? list.filter(isRecord) : []);
