/** In the documents, but not installed here. */

declare module '@react-native-async-storage/async-storage' {
  const storage: {
    getItem(key: string): Promise<string | null>;
    setItem(key: string, value: string): Promise<void>;
    removeItem(key: string): Promise<void>;
  };
  export default storage;
}
declare module 'react-native' {
  export const AppState: { addEventListener(event: 'change', listener: (state: string) => void): void };
}
