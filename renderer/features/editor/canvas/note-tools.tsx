// Tools above a note, on focus and while selected: its colour.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CanvasNote } from './canvas-model.ts';
import { useCore } from './core-context.ts';

/** Number of colours in workflow files. */
const COLORS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

export function NoteTools({ note }: { readonly note: CanvasNote }): ReactNode {
  const core = useCore();
  const { t } = useTranslation('canvas');
  return (
    <div className="note-tools" role="group" aria-label={t('noteColor')} data-control="">
      {COLORS.map((color) => (
        <button
          key={color}
          type="button"
          className="note note-swatch"
          data-color={color}
          aria-label={t(`noteColors.${color}`)}
          title={t(`noteColors.${color}`)}
          aria-pressed={color === note.color}
          onClick={() => core.intent({ type: 'colorNote', id: note.id, color })}
        />
      ))}
    </div>
  );
}
