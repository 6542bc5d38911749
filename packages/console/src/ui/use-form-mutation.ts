import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

interface Options<Result> {
  readonly run: () => Promise<Result>;
  /** Loaded again before `onDone`. */
  readonly stale?: readonly { readonly queryKey: QueryKey }[];
  readonly onDone?: (result: Result) => void;
}

/** The form shows the error itself. */
export function useFormMutation<Result>({ run, stale = [], onDone }: Options<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    meta: { quiet: true },
    onSuccess: async (result) => {
      await Promise.all(stale.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
      onDone?.(result);
    },
  });
}
