// Turns the selection into a sub-workflow.
import { SquareArrowOutUpRight } from 'lucide-react';
import { extractSubWorkflow } from '../actions/extract-sub-workflow.ts';
import { hasSelection, type Command } from './command.ts';

export const extractSubWorkflowCommand: Command = {
  id: 'extractSubWorkflow',
  icon: SquareArrowOutUpRight,
  group: 'nodes',
  keys: ['Alt+X'],
  isEnabled: hasSelection,
  run: extractSubWorkflow,
};
