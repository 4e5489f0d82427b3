import type { Frame } from 'playwright-core';
import { openContainer, webviewFrame } from './page';
import type { Session } from './session';

/** How long an answer may take on a busy machine, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Sends a question in the side bar. @returns the document of the chat. */
export async function send(session: Session, question: string): Promise<Frame> {
  await openContainer(session.page, 'DocMind');
  const view = await webviewFrame(session.page, '#question');
  await view.fill('#question', question);
  await view.press('#question', 'Enter');
  return view;
}

/** Waits until the last turn with this question is over. */
export async function ended(view: Frame, question: string): Promise<void> {
  await view.locator('.turn[aria-busy="false"]', { hasText: question }).last().waitFor({ timeout: PATIENCE_MS });
}

/** Asks in the side bar and waits until the answer is whole. @returns the document of the chat. */
export async function ask(session: Session, question: string): Promise<Frame> {
  const view = await send(session, question);
  await ended(view, question);
  return view;
}
