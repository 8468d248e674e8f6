import { type ErrorDefinition, platformErrors } from '@commons/contract/problem';
import type { Problem } from '@commons/contract/problem/schemas';

export type FieldErrors = NonNullable<Problem['errors']>;

/**
 * An error with a code from the contract. The error handler sends the response that the catalogue defines and does not
 * log a failure. The catalogue also names the invalid field, unless the caller passes `errors` or `path`.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: string;
  readonly definition: ErrorDefinition;
  readonly errors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    definition: ErrorDefinition,
    options: {
      errors?: FieldErrors;
      path?: string;
      /** Overrides the text for the user if the catalogue's text cannot be specific enough. */
      detail?: string;
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: options.cause });
    this.code = code;
    this.definition = options.detail === undefined ? definition : { ...definition, detail: options.detail };
    const path = options.path ?? definition.path ?? undefined;
    this.errors = options.errors ?? (path === undefined ? undefined : [{ path, message: this.definition.detail }]);
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** Returns the same error for another field. */
  forField(path: string): AppError {
    return new AppError(this.code, this.definition, { path, cause: this });
  }
}

type ErrorOptions = ConstructorParameters<typeof AppError>[2];

/** Creates the error constructor of a feature's catalogue. Unknown codes do not compile. */
export const errorsOf =
  <Code extends string>(catalogue: Record<Code, ErrorDefinition>) =>
  (code: Code, options?: ErrorOptions): AppError =>
    new AppError(code, catalogue[code], options);

export const platformError = errorsOf(platformErrors);
