// Follow-up questions of the survey, and the submitted answers.
import { expect, it } from 'vitest';
import { hasAnswers, questionsFor, surveyAnswers, surveyOptions, type SurveyChoices } from './survey-answers.ts';

const questionNames = (choices: SurveyChoices): string[] => questionsFor(choices).map(({ name }) => name);

it.each<[SurveyChoices, string[]]>([
  [{}, ['companyType', 'automationGoal', 'usageModes', 'companySize']],
  [{ companyType: 'personal', automationGoal: 'other' }, ['companyType', 'usageModes']],
  [
    {
      companyType: 'saas',
      companyIndustryExtended: ['it', 'other'],
      automationGoal: 'sales-marketing',
      marketingAutomationGoal: ['other'],
    },
    [
      'companyType',
      'companyIndustryExtended',
      'otherCompanyIndustryExtended',
      'automationGoal',
      'marketingAutomationGoal',
      'otherMarketingAutomationGoal',
      'usageModes',
      'companySize',
    ],
  ],
  [{ automationGoal: 'other' }, ['companyType', 'automationGoal', 'automationGoalOther', 'usageModes', 'companySize']],
])('after %j it asks for what belongs to it', (choices, expected) => expect(questionNames(choices)).toEqual(expected));

it('submits the answered questions, with the survey version', () => {
  const choices: SurveyChoices = { companyType: 'personal', companySize: '<20', usageModes: ['own'], automationGoalOther: ' mine ' };
  expect(surveyAnswers(choices, '2026-01-02T03:04:05.000Z', '1.2.3')).toEqual({
    companyType: 'personal',
    usageModes: ['own'],
    version: 'v3',
    personalization_survey_submitted_at: '2026-01-02T03:04:05.000Z',
    personalization_survey_n8n_version: '1.2.3',
  });
});

it('has nothing to submit without answers', () => {
  expect([hasAnswers({}), hasAnswers({ usageModes: [] }), hasAnswers({ companySize: '<20' })]).toEqual([false, false, true]);
});

it('has the sizes and types of companies that the answers may name', () => {
  expect(surveyOptions.companySize).toEqual(['<20', '20-99', '100-499', '500-999', '1000+', 'personalUser']);
  expect(surveyOptions.companyType).toEqual([
    'saas',
    'ecommerce',
    'digital-agency',
    'systems-integrator',
    'education',
    'other',
    'personal',
  ]);
});
