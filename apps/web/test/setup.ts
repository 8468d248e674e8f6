import { textsCalls } from '@commons/contract/texts/calls';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react/pure';
import { page } from 'vitest/browser';
import { crisisCountries } from '../app/features/crisis/index.ts';
import { clearDraftsOf } from '../app/lib/drafts.ts';
import { queryClient } from '../app/lib/query-client.ts';
import { dismissToast, toastStore } from '../app/lib/toast-store.ts';
import { unsavedTextStore } from '../app/lib/unsaved-text.ts';
import { reply, resetApi, unexpectedRequests } from './api.ts';
import { viewer } from './screen.tsx';
import '../app/app.css';

const consoleError = vi.spyOn(console, 'error');

beforeEach(async () => {
  await page.viewport(1280, 800);
  resetApi();
  // Each form that checks its text for worrying words reads them.
  reply(textsCalls.listCrisisLines, [...crisisCountries]);
  queryClient.clear();
  clearDraftsOf(viewer.id);
  localStorage.clear();
  sessionStorage.clear();
  unsavedTextStore.set([]);
  const toast = toastStore.get();
  if (toast) dismissToast(toast.id);
  consoleError.mockClear();
});

afterEach(async () => {
  await cleanup();
  const problems = [
    ...unexpectedRequests().map((request) => `no reply to ${request}`),
    ...consoleError.mock.calls.flat(),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
});
