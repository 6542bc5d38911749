/** A mistake of the operator, such as a wrong setting: one line without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
