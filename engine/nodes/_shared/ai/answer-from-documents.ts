// Answers a question from documents.
import type { ChatModel, TextDocument } from '../../../sdk/index.ts';
import { generate } from './generate.ts';
import { filledPrompt } from './parsing/schema-parser.ts';

/** Default instructions. `{context}` is replaced by the texts of the documents. */
export const CONTEXT_PROMPT = `You answer questions from the context below. If the context does not contain the answer, say that you do not know it, and do not make one up.
----------------
Context: {context}`;

export interface ContextQuestion {
  readonly model: ChatModel['model'];
  readonly question: string;
  readonly signal: AbortSignal;
  /** Default: `CONTEXT_PROMPT`. */
  readonly instructions?: string;
}

/** Returns the model's answer. In the instructions, `{context}` is replaced by the texts, and `{question}` and `{input}` by the question. */
export async function answerFrom(
  documents: readonly TextDocument[],
  { model, question, signal, instructions = CONTEXT_PROMPT }: ContextQuestion,
): Promise<string> {
  const context = documents.map(({ pageContent }) => pageContent).join('\n\n');
  const { text } = await generate({
    model,
    instructions: filledPrompt(instructions, { context, question, input: question }),
    messages: [{ role: 'user', content: question }],
    signal,
  });
  return text.trim();
}
