/** Returns the value. @throws Error when it is missing: the measurement would be wrong. */
export function requireDefined<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error('a value that the measurement needs is missing');
  return value;
}
