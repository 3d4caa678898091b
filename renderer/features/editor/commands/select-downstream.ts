// Selects everything downstream of the selection.
import { ArrowRightFromLine } from 'lucide-react';
import { childrenOf } from '../../../../engine/workflow/graph/walk.ts';
import type { Command } from './command.ts';
import { selectAlong } from './select-upstream.ts';

export const selectDownstream: Command = selectAlong('selectDownstream', ArrowRightFromLine, 'Shift+ArrowRight', childrenOf);
