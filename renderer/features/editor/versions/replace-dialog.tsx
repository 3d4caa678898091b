// Shows what an import that replaces the open workflow would change, before it does.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { useEditor, type OpenReplacement } from '../state/editor-context.tsx';
import { Comparison } from './comparison.tsx';

export function ReplaceDialog({ replacement: { before, after, response } }: { readonly replacement: OpenReplacement }): ReactNode {
  const { t } = useTranslation('versions');
  const { t: common } = useTranslation();
  const { context } = useEditor();
  const footer = (
    <>
      <Button onClick={() => response(false)}>{common('cancel')}</Button>
      <Button kind="primary" onClick={() => response(true)}>
        {t('replace.confirm')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('replace.title')} isOpen onClose={() => response(false)} width="1100px" height="88vh" footer={footer}>
      <div className="replace-comparison">
        <p>{t('replace.text')}</p>
        <Comparison before={before} after={after} types={context.types()} />
      </div>
    </Dialog>
  );
}
