// What a person answers about the call of a tool, and what the model receives instead of a result.
import { isRecord, type JsonObject } from '../../../../contract/json.ts';
import { ownValue } from '../../../../workflow/values/own-properties.ts';

interface ApprovalAnswer {
  readonly isApproved: boolean;
  readonly reason: string;
}

/** Maximum number of characters of a reason. */
const MAX_REASON = 2000;

/** Reads an answer. Everything but an explicit approval is a denial; a written reply is its reason. */
export function readAnswer(answer: JsonObject): ApprovalAnswer {
  const data = ownValue(answer, 'data');
  const own = isRecord(data) ? data : {};
  const text = [ownValue(own, 'reason'), ownValue(own, 'text'), ownValue(answer, 'chatInput')].find((value) => typeof value === 'string');
  return { isApproved: ownValue(own, 'approved') === true, reason: String(text ?? '').trim().slice(0, MAX_REASON) }; // oxfmt-ignore
}

/** Returns the answer as nodes return it. */
export const approvalJson = (approved: boolean, reason = ''): JsonObject => ({
  data: { approved, ...(reason.trim() === '' ? {} : { reason: reason.trim().slice(0, MAX_REASON) }) },
});

export const deniedText = (tool: string, reason: string): string =>
  `A person denied this call, and "${tool}" was not called.${reason === '' ? '' : ` Their reason: ${reason}`}`;

export const expiredText = (tool: string): string => `Nobody approved this call in time, and "${tool}" was not called.`;
