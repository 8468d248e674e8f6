import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react/pure';
import { page } from 'vitest/browser';
import { clearDraftsOf } from '../app/lib/drafts.ts';
import { queryClient } from '../app/lib/query-client.ts';
import { dismissToast, toastStore } from '../app/lib/toast-store.ts';
import { unsavedTextStore } from '../app/lib/unsaved-text.ts';
import { resetApi, unexpectedRequests } from './api.ts';
import { viewer } from './screen.tsx';
import '../app/app.css';

const consoleError = vi.spyOn(console, 'error');

beforeEach(async () => {
  await page.viewport(1280, 800);
  resetApi();
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
