// Questions of the survey, their dependencies, and the stored form of the answers.

export type ListQuestion = 'companyIndustryExtended' | 'marketingAutomationGoal' | 'usageModes';
export type ChoiceQuestion = 'companyType' | 'automationGoal' | 'companySize';
export type TextQuestion = 'otherCompanyIndustryExtended' | 'automationGoalOther' | 'otherMarketingAutomationGoal';

/** Answers so far; unanswered questions are absent. */
export type SurveyChoices = Readonly<Partial<Record<ChoiceQuestion | TextQuestion, string> & Record<ListQuestion, readonly string[]>>>;

/** Choices, each with a text under `survey.<question>.<choice>`. */
export const surveyOptions = {
  companyType: ['saas', 'ecommerce', 'digital-agency', 'systems-integrator', 'education', 'other', 'personal'],
  companyIndustryExtended: [
    'finance',
    'government',
    'healthcare',
    'it',
    'legal',
    'manufacturing',
    'marketing',
    'media',
    'real-estate',
    'retail',
    'other',
  ],
  automationGoal: ['operations', 'sales-marketing', 'engineering', 'data-science', 'devops', 'support', 'security', 'learning', 'other'],
  marketingAutomationGoal: ['lead-generation', 'customer-communication', 'actions', 'ad-campaign', 'reporting', 'other'],
  usageModes: ['own', 'team', 'customers', 'embed'],
  companySize: ['<20', '20-99', '100-499', '500-999', '1000+', 'personalUser'],
} as const satisfies Readonly<Record<ListQuestion | ChoiceQuestion, readonly string[]>>;

const other = 'other';

export type Question =
  | { readonly kind: 'choice'; readonly name: ChoiceQuestion }
  | { readonly kind: 'list'; readonly name: ListQuestion }
  | { readonly kind: 'text'; readonly name: TextQuestion };

/** Returns the questions to ask after these answers, in order. Users who do not use the product for work are not asked about a company. */
export function questionsFor(choices: SurveyChoices): readonly Question[] {
  const isPrivate = choices.companyType === 'personal';
  const questions: (Question | false)[] = [
    { kind: 'choice', name: 'companyType' },
    !isPrivate && choices.companyType !== undefined && { kind: 'list', name: 'companyIndustryExtended' },
    !isPrivate && choices.companyIndustryExtended?.includes(other) === true && { kind: 'text', name: 'otherCompanyIndustryExtended' },
    !isPrivate && { kind: 'choice', name: 'automationGoal' },
    !isPrivate && choices.automationGoal === other && { kind: 'text', name: 'automationGoalOther' },
    !isPrivate && choices.automationGoal === 'sales-marketing' && { kind: 'list', name: 'marketingAutomationGoal' },
    !isPrivate &&
      choices.automationGoal === 'sales-marketing' &&
      choices.marketingAutomationGoal?.includes(other) === true && { kind: 'text', name: 'otherMarketingAutomationGoal' },
    { kind: 'list', name: 'usageModes' },
    !isPrivate && { kind: 'choice', name: 'companySize' },
  ];
  return questions.filter((question) => question !== false);
}

/** Returns the answers to submit, only to questions that were asked. `at`: ISO 8601. */
export function surveyAnswers(choices: SurveyChoices, at: string, version: string): Record<string, string | string[]> {
  const entries = questionsFor(choices).flatMap(({ name }): (readonly [string, string | string[]])[] => {
    const response = choices[name];
    if (response === undefined || response.length === 0) return [];
    return [[name, typeof response === 'string' ? response.trim() : [...response]]];
  });
  return {
    ...Object.fromEntries(entries),
    version: 'v3',
    personalization_survey_submitted_at: at,
    personalization_survey_n8n_version: version,
  };
}

/** Whether there is anything to submit. */
export const hasAnswers = (choices: SurveyChoices): boolean => questionsFor(choices).some(({ name }) => (choices[name] ?? '').length > 0);
