// Answers in JSON: the rule that services require in the prompt, and the data of an answer.

export const JSON_RULE = 'Answer with JSON.';

/** Whether messages contain the word, without which OpenAI refuses to answer in JSON. */
export const mentionsJson = (messages: unknown): boolean => /json/i.test(JSON.stringify(messages) ?? '');

/** Returns the data of a text; a text that is not JSON unchanged. */
export function dataOf(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
