import { showToast } from '../ui/toast-store.ts';
import { ApiError, isSignedOutError, NetworkError } from './api-error.ts';

/** The toast of a failed deed. When the session has ended, its own toast is the one to be seen. */
export const showFailure = (error: unknown, description: string): void => {
  if (isSignedOutError(error)) return;
  showToast({ title: 'Error', description, variant: 'destructive' });
};

/** Why something failed, in words for the person who meets it; undefined when nothing useful can be said. */
export const explainFailure = (error: unknown): string | undefined => {
  if (error instanceof NetworkError) return error.message;
  if (!(error instanceof ApiError) || isSignedOutError(error)) return undefined;
  return error.problem?.errors?.[0]?.message ?? error.problem?.detail;
};
