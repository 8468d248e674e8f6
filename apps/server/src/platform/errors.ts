import { type ErrorDefinition, platformErrors, type Problem } from '@commons/contract/problem';

export type FieldErrors = NonNullable<Problem['errors']>;

/**
 * An error that has a code in the contract: it is answered as its catalogue says and logged as no failure of ours. Which
 * field caused it is said by the catalogue too, unless whoever throws it knows better.
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
      /** What the person who meets it is told, where the catalogue cannot know all of it. */
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

  /** The same error, of another field than the one its catalogue names. */
  of(path: string): AppError {
    return new AppError(this.code, this.definition, { path, cause: this });
  }
}

type ErrorOptions = ConstructorParameters<typeof AppError>[2];

/** Makes the error constructor of a feature's catalogue, so that a code it does not name fails to compile. */
export const errorsOf =
  <Code extends string>(catalogue: Record<Code, ErrorDefinition>) =>
  (code: Code, options?: ErrorOptions): AppError =>
    new AppError(code, catalogue[code], options);

export const platformError = errorsOf(platformErrors);
