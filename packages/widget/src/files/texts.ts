/** The texts of the part for files in English. Those of other languages are in `locales/`. */
export const FILE_TEXTS = {
  files: 'Files',
  filesAdded: 'Added: {names}',
  removeFile: 'Remove {name}',
  openFile: 'Open {name}',
  uploading: 'Uploading: {percent}',
  fileTooLarge: '“{name}” is too large. A file can have {size} at most.',
  fileEmpty: '“{name}” is empty.',
  tooManyFiles: 'A message can have {count} files at most.',
  screenshotFailed: 'The screenshot could not be taken.',
  refusedSize: 'Not sent: the file is too large.',
  refusedKind: 'Not sent: files of this kind are not accepted.',
  refusedToday: 'Not sent: you have sent too many files today.',
  refusedLost: 'Not sent: this device no longer has the file.',
  refusedFile: 'Not sent: the support service did not accept the file.',
  fileChecking: 'Being checked for malware',
  fileInfected: 'Removed, because it contained malware',
};
