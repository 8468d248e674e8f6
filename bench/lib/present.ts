/** The value, which the program knows to be there. @throws Error when it is not: the measurement is then worth nothing. */
export function present<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error('something that a measurement needs is not there');
  return value;
}
