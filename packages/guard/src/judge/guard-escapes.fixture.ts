/**
 * Command lines that once got past the guard, found by trying to get out, and harmless neighbours of theirs that must stay allowed. Same
 * workspace and same form as the table of tricks.
 */
export const ESCAPES = {
  allow: `
chmod -x docs/a
chmod u+x docs/a
echo $((1 + 2))
echo \${#x} \${x:-y} \${x%.ts} \${x:1:2} \${a[0]} \${a[@]}
[[ 1 -eq 2 ]] || echo no
cd src && git status
git -C src log
cp -r docs/x docs/y
gzip --keep docs/a
sed -i.bak s/a/b/ docs/a.md
sed 's/a\\/b/c/g' src/a.ts
git clone --depth 1 https://example.com/x docs/x
cat docs/$X
grep "$X" src/a.ts
cp src/*.ts docs/
sort src/*.ts
test -n "$X" && echo yes
`,
  deny: `
tar xf a.tar -C src -C docs
git -C src -C docs checkout -- a
env -S 'cp docs/a src/b' -S ls
git diff --output=src/a.ts --output=docs/b
curl -o src/b https://example.com -o docs/a https://example.com
sort -T src docs/a
sort --temp=src docs/a
cd deep/.. && touch a
cd deep && cd .. && touch a
git clone --depth 1 docs/r src/x
git stash show -p --output=src/x
chmod --reference=docs/x src/a
chmod -x src/a
chmod -R -w src
chmod -R u+w src
chown --reference=docs/x src/a
chattr -i src/a
chattr +i src/a
ln -sr src docs/s
ln -sr src docs/s && echo x > docs/s/a.ts
cp src/.env docs/
cp src/.env docs
cp -r src/.git docs/
mv docs/x/.env docs/y/
cp -t src -t docs a
mktemp -p src -p docs
\`echo \\\`rm -rf src\\\`\`
echo \`echo \\\`rm -rf src\\\`\`
echo "\`echo \\\`rm -rf src\\\`\`"
cat <<EOF\\nEO\\\\nF\\nrm -rf src\\nEOF
`,
  ask: `
env -S tee cat
cp -a docs/etc docs/e2 && echo x > docs/e2/passwd
cp -r docs/etc docs/e2; echo x > docs/e2/passwd
tar xf a.tar -C docs && echo x > docs/link/passwd
unzip a.zip -d docs && echo x > docs/link/passwd
x='\\044(rm -rf src)'; echo "\${x@P}"
printf -v x 'a[\\044(rm -rf src)]'; echo $((x))
read x <<< 'a[$(rm -rf src)]'; echo $((x))
read x < docs/f; echo $((x))
x=$(cat docs/f); echo $((x))
echo $(( $(cat docs/f) ))
echo $[ $(cat docs/f) ]
[[ $(cat docs/f) -eq 1 ]]
[[ x -eq 1 ]]
declare -i x=$(cat docs/f)
x=$(cat docs/f); echo \${a[x]}
x=$(cat docs/f); echo \${y:x}
x=$(cat docs/f); echo \${!x}
x=$(cat docs/f); test -v "$x"
x=$(cat docs/f); unset "$x"
x=$(cat docs/f); read "$x" < docs/y
printf -v "$(cat docs/f)" x
export "$(cat docs/f)"
find src -type f -execdir touch docs \\;
echo -o src/a docs/b | xargs sort
echo docs/a src/b | xargs uniq
echo --output=src/x | xargs git diff
X='-o src/a docs/b'; sort $X
sort $(cat docs/args)
cp $X docs/
cd docs && sort *
uniq $X
git diff $X
tar tf $X
sort "$X"
bash --rcfile docs/evil -ic ls
bash --init-file docs/evil -i -c ls
cd docs/evil && git status
git -C docs/evil status
git -C docs/evil log
cd $X && git status
git -C $X status
RIPGREP_CONFIG_PATH=docs/rc rg x src
TAR_OPTIONS=--to-command=x tar tf docs/a.tar
CURL_HOME=docs curl -o docs/x https://example.com
XDG_CONFIG_HOME=docs git status
WGETRC=docs/rc wget -P docs https://example.com
GCONV_PATH=docs iconv -f x -t y docs/a
OPENSSL_CONF=docs/c curl -o docs/x https://example.com
ZDOTDIR=docs zsh -c ls
HISTFILE=src/a bash -ic ls
POSIXLY_CORRECT=1 ls
export XDG_CONFIG_HOME=docs; git status
sed -i'src/*' s/a/b/ docs/a.md
sed -isrc/x s/a/b/ docs/a.md
sed --in-place='src/*' s/a/b/ docs/a.md
sed 's/a/b/Mw src/g' docs/a
sed 's/a/b/mw src/p' docs/a
git clone --upload-pack='touch src/x;' . docs/x
git clone --template=docs/tpl . docs/x
git init --separate-git-dir=src/g docs/x
git init --template=docs/t docs/x
git archive --remote=. --exec='rm -rf src' HEAD -o docs/a
git restore --pathspec-from-file=docs/list
git rm --pathspec-from-file=docs/list
cd docs && git restore :/src
git -C docs checkout -- :/src
git branch --set-upstream-to=x
setfacl --restore=docs/f
xz --files=docs/list
zstd --filelist=docs/list
zstd --output-dir-flat=src docs/a
gzip --suffix=/../../src/x docs/a
ln -s a docs/x/l && mv docs/x/l docs/l && echo x > docs/l/y
'[[' x > src/a
"[[" x > src/a
\\[[ x > src/a
tree -R -H . -L 1 src
split -b 1 --filt='rm -rf src' docs/a docs/p
`,
} as const;
