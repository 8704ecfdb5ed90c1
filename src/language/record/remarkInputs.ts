/** Inputs of a step whose text the history keeps as its remark, the first that was filled, whether a field stores it or not. */
export const remarkInputs: readonly string[] = ['rejectReason', 'reason', 'remark']
