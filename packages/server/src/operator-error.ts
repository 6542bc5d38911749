/**
 * A mistake of the operator, such as a wrong setting. The program prints one line without a stack,
 * and exits with 1.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
