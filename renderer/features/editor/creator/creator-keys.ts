// Key bindings of the node creator's search box.
import { enterStep, type CreatorState, type CreatorStep } from './creator-state.ts';
import type { CreatorRow } from './rows.ts';

/** A step, the activation of the current row, or nothing if the key is handled without effect. */
export type KeyAction = CreatorStep | { readonly type: 'choose' } | { readonly type: 'nothing' };

export interface KeyView {
  readonly state: CreatorState;
  readonly rows: readonly CreatorRow[];
  readonly active: number;
}

const pageRows = 8;
const nothing: KeyAction = { type: 'nothing' };

/** Maps a key to its action; undefined for keys that the search box handles. It handles Left and Right once it contains text. */
export function actionOf(key: string, view: KeyView): KeyAction | undefined {
  const { rows, active, state } = view;
  const last = rows.length - 1;
  switch (key) {
    case 'ArrowDown':
      return moveTo(rows, active === last ? 0 : active + 1);
    case 'ArrowUp':
      return moveTo(rows, active <= 0 ? last : active - 1);
    case 'PageDown':
      return moveTo(rows, Math.min(active + pageRows, last));
    case 'PageUp':
      return moveTo(rows, Math.max(active - pageRows, 0));
    case 'ArrowRight':
      return state.query === '' ? openActive(view) : undefined;
    case 'ArrowLeft':
      return state.query === '' ? closeActive(view) : undefined;
    case 'Enter':
      return rows[active] === undefined ? nothing : { type: 'choose' };
    default:
      return undefined;
  }
}

function moveTo(rows: readonly CreatorRow[], index: number): KeyAction {
  const row = rows[index];
  return row === undefined ? nothing : { type: 'activate', id: row.id };
}

function openActive({ rows, active }: KeyView): KeyAction {
  const row = rows[active];
  if (row?.kind === 'subcategory') return enterStep(rows, row);
  if (row?.kind !== 'category') return nothing;
  return row.isExpanded ? moveTo(rows, active + 1) : { type: 'expand', name: row.name };
}

/** Leaves a subcategory, moves from a row to its category, or closes a category. */
function closeActive({ rows, active, state }: KeyView): KeyAction {
  const row = rows[active];
  if (state.inside !== undefined) return { type: 'leave' };
  if (row?.kind === 'category') return { type: 'collapse', name: row.name };
  return moveTo(
    rows,
    rows.findLastIndex((other, index) => index < active && other.kind === 'category'),
  );
}
