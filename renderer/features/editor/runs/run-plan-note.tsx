// A preview of a run, shown above the run bar and announced to screen readers.
import './run-plan-note.css';
import { Database, Pin, Play, Radio } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import type { PlanView } from './run-question.ts';

/** Maximum number of listed names. */
const MOST = 4;

type Translate = (key: string, values: Readonly<Record<string, string | number>>) => string;

interface Line {
  readonly kind: 'runs' | 'run' | 'pin' | 'waits';
  readonly icon: LucideIcon;
  readonly text: string;
}

/** Returns the first names as text, with the number of the others. */
export function namesText(names: readonly string[], t: Translate): string {
  if (names.length <= MOST + 1) return names.join(', ');
  return t('run.plan.more', { names: names.slice(0, MOST).join(', '), count: names.length - MOST });
}

export function planLines(plan: PlanView, t: Translate): readonly Line[] {
  const { runNames, reusedNames, pinnedNames, destination, waitsFor } = plan;
  const lines: Line[] = [];
  const add = (kind: Line['kind'], icon: LucideIcon, names: readonly string[]): void => {
    if (names.length > 0) lines.push({ kind, icon, text: t(`run.plan.${kind}`, { count: names.length, names: namesText(names, t) }) });
  };
  add('waits', Radio, waitsFor === undefined ? [] : [waitsFor]);
  if (runNames.length > 0) add('runs', Play, runNames);
  else
    lines.push({
      kind: 'runs',
      icon: Play,
      text: destination === undefined ? t('run.plan.noStart', {}) : t('run.plan.nothing', { name: destination }),
    });
  add('run', Database, reusedNames);
  add('pin', Pin, pinnedNames);
  return lines;
}

/** A live region, which must stay mounted for announcements. */
export function RunPlanNote({ plan }: { readonly plan: PlanView | undefined }): ReactNode {
  return (
    <div className="raised run-plan run-plan-lines" role="status" data-shown={plan === undefined ? undefined : ''}>
      {plan === undefined ? null : <RunPlanLines plan={plan} />}
    </div>
  );
}

/** Must be inside an element with the class `run-plan-lines`. */
export function RunPlanLines({ plan }: { readonly plan: PlanView }): ReactNode {
  const { t } = useTranslation('editor');
  return planLines(plan, t).map(({ kind, icon, text }) => (
    <p key={kind} data-kind={kind}>
      <Icon of={icon} size={14} />
      <span>{text}</span>
    </p>
  ));
}
