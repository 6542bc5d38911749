import type { ReactNode } from 'react';
import classes from './dialog-footer.module.css';

/** Stays visible while the content scrolls. Must end a Stack that fills the dialog. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className={classes.footer}>{children}</div>;
}
