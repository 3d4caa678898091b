// Progress of installing or updating a package, in the dialog that waits for it.
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectPackageProgress } from '../../state/package-progress.ts';
import { useAppSelector } from '../../state/store.ts';

export function InstallProgress({ name }: { readonly name: string }): ReactNode {
  const { t } = useTranslation('packages');
  const id = useId();
  const progress = useAppSelector((state) => selectPackageProgress(state, name));
  if (progress === undefined) return null;
  const { stage, found, fetched, total } = progress;
  return (
    <div className="package-progress">
      <progress aria-labelledby={id} value={fetched} max={total} />
      <p id={id} className="field-hint">
        {t(stage === 'resolving' && found !== undefined ? 'progress.found' : `progress.${stage}`, { found, fetched, total })}
      </p>
    </div>
  );
}
