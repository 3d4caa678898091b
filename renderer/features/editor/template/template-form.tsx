// Asks for the parameters and credentials that a template needs, in one form. It can be skipped: everything can be filled in later.
import { useId, useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { editorApi } from '../../../api/editor.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/floating/dialog.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { change } from '../actions/change.ts';
import { useEditor } from '../state/editor-context.tsx';
import { useEditorState } from '../state/slices.ts';
import { filledIn, keyOf, nodeNamed, textOf } from './filled-in.ts';
import type { OpenedTemplate } from './use-template.ts';

interface TemplateFormProps {
  readonly template: OpenedTemplate;
  readonly onClose: () => void;
}

export function TemplateForm({ template, onClose }: TemplateFormProps): ReactNode {
  const { t } = useTranslation('editor');
  const { context } = useEditor();
  const formId = useId();
  const file = useEditorState((state) => state.history.present);
  const { data: credentials } = editorApi.useCredentialsQuery();
  const fields = template.fields.filter(({ node }) => nodeNamed(file, node) !== undefined);
  const types = useMemo(() => openTypes(file, new Set(credentials?.map(({ id }) => id))), [file, credentials]);
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(
    () => new Map(fields.map((field) => [keyOf(field), textOf(file, field)])),
  );
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  if (credentials === undefined || (fields.length === 0 && types.length === 0)) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const references = new Map(
      [...chosen].flatMap(([type, id]) => {
        const credential = credentials.find((each) => each.id === id);
        return credential === undefined ? [] : [[type, { id, name: credential.name }] as const];
      }),
    );
    if (change(context, 'template', (current) => filledIn(current, fields, texts, references))) onClose();
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t('template.skip')}</Button>
      <Button type="submit" form={formId} kind="primary">
        {t('template.apply')}
      </Button>
    </>
  );
  return (
    <Dialog title={t('template.title', { name: template.name })} isOpen onClose={onClose} width="520px" footer={footer}>
      <form id={formId} className="template-form" onSubmit={submit}>
        <p className="quiet-text">{t('template.hint')}</p>
        {fields.map((field) => (
          <TextField
            key={keyOf(field)}
            label={`${field.node}: ${field.label}`}
            value={texts.get(keyOf(field)) ?? ''}
            onChange={(text) => setTexts((before) => new Map(before).set(keyOf(field), text))}
            {...(field.hint === undefined ? {} : { hint: field.hint })}
          />
        ))}
        {types.map((type) => (
          <CredentialField
            key={type}
            type={type}
            options={credentials.filter((credential) => credential.type === type && credential.permissions.use)}
            value={chosen.get(type)}
            onChange={(id) => setChosen((before) => new Map(before).set(type, id))}
          />
        ))}
      </form>
    </Dialog>
  );
}

interface CredentialFieldProps {
  readonly type: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}

function CredentialField({ type, options, value, onChange }: CredentialFieldProps): ReactNode {
  const { t } = useTranslation('editor');
  const { data: types } = editorApi.useCredentialTypesQuery();
  const { displayName } = (types?.find((each) => each.name === type) ?? {}) as { readonly displayName?: string };
  const label = t('template.credential', { type: displayName ?? type });
  if (options.length === 0) return <p>{t('template.noCredential', { type: displayName ?? type })}</p>;
  return (
    <Select
      label={label}
      value={value ?? null}
      placeholder={t('template.later')}
      options={options.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  );
}

/** Types of credentials that nodes name without a credential of this instance. */
function openTypes(file: WorkflowFile, ownIds: ReadonlySet<string>): readonly string[] {
  const open = file.nodes.flatMap(({ credentials = {} }) =>
    Object.entries(credentials).flatMap(([type, reference]) =>
      typeof reference !== 'string' && reference.id !== null && ownIds.has(reference.id) ? [] : [type],
    ),
  );
  return [...new Set(open)];
}
