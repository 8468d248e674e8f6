/** A failure that the operator can fix. The message says how, and is printed without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
