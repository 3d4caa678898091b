// What is told and asked beside the work: newer versions, and the survey of what the product is used for.
import { lazy } from 'react';

export { useSurvey } from './use-survey.ts';

export const SurveyModal = lazy(async () => ({ default: (await import('./survey-modal.tsx')).SurveyModal }));
export const UpdatesDrawer = lazy(async () => ({ default: (await import('./updates-drawer.tsx')).UpdatesDrawer }));
