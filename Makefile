# make run · make club · make test · make check-long · make lint · make messages · make lock
V := .venv/bin

# Built anew when the lock changes; --clear because venv over an older one keeps the old interpreter.
.venv/.ok: requirements.txt
	python=$$(bin/find-python) && "$$python" -m venv --clear .venv
	$(V)/pip install -q --require-hashes -r requirements.txt
	touch $@

.venv/.dev: requirements-dev.txt .venv/.ok
	$(V)/pip install -q --require-hashes -r requirements-dev.txt
	touch $@
