// Opens the template that the address of a new workflow names.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { TemplateField } from '../../../../engine/contract/rest/templates.ts';
import { openWorkflow } from '../../../../engine/workflow/file/import.ts';
import { useSettings } from '../../../state/settings.ts';
import { failureText } from '../../../state/toasts.ts';
import type { RequestFailure } from '../../../transport/transport.ts';
import { insert } from '../actions/clipboard.ts';
import type { EditorContext } from '../actions/context.ts';

export interface OpenedTemplate {
  readonly name: string;
  /** Parameters to fill in. */
  readonly fields: readonly TemplateField[];
}

/** Returns the template that was opened, until it is closed. `opened`: key of the navigation whose new workflow is open. */
export function useTemplate(
  context: EditorContext,
  opened: string | undefined,
): { readonly template: OpenedTemplate | undefined; readonly close: () => void } {
  const { t } = useTranslation('editor');
  const { key, search } = useLocation();
  const settings = useSettings();
  const [template, setTemplate] = useState<OpenedTemplate>();
  const id = new URLSearchParams(search).get('templateId') ?? '';
  // Changed settings must not open the template a second time.
  const latest = useRef({ settings, t });
  useEffect(() => {
    latest.current = { settings, t };
  });
  useEffect(() => {
    if (id === '' || opened !== key) return undefined;
    const abort = new AbortController();
    const load = async (): Promise<void> => {
      const { templateSource } = await import('../../../api/templates.ts');
      const { name, workflow, fields = [] } = await templateSource(latest.current.settings).workflow(id, abort.signal);
      if (abort.signal.aborted) return;
      if (await insert(context, { ...openWorkflow(workflow), ...(name === '' ? {} : { name }) })) setTemplate({ name, fields });
    };
    load().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      const isMissing = (error as RequestFailure).code === 'NOT_FOUND';
      context.ui.notify({
        kind: 'error',
        title: latest.current.t(isMissing ? 'template.missing' : 'template.failed', { id }),
        ...(isMissing ? {} : { message: failureText(error) }),
      });
    });
    return () => abort.abort();
  }, [context, id, key, opened]);
  return { template, close: () => setTemplate(undefined) };
}
