var Et,C,No,Pn,_e,$o,Ao,Ro,Cn,Mt,Ze,Oo,En,$n,Tn,ws,$t={},Tt=[],_s=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
Nt=Array.isArray;function me(e,t){for(var n in t)e[n]=t[n];return e}function Nn(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function An(e,t,n){var r,i,s,a={};for(s in t)s=="key"?r=t[s]:s=="ref"?i=t[s]:a[s]=t[s];if(arguments.length>2&&(a.children=
arguments.length>3?Et.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(s in e.defaultProps)a[s]===void 0&&
(a[s]=e.defaultProps[s]);return Ct(e,a,r,i,null)}function Ct(e,t,n,r,i){var s={type:e,props:t,key:n,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:i??++No,__i:-1,__u:0};return i==null&&C.vnode!=null&&C.vnode(s),s}function b(e){return e.children}function re(e,t){this.props=e,this.context=t}function Pe(e,t){if(t==null)return e.__?Pe(
e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="f\
unction"?Pe(e):null}function ks(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,r=[],i=[],s=me({},t);s.__v=t.__v+1,C.vnode&&C.vnode(
s),Rn(e.__P,s,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,r,n??Pe(t),!!(32&t.__u),i),s.__v=t.__v,s.__.__k[s.__i]=s,zo(r,
s,i),t.__e=t.__=null,s.__e!=n&&Do(s)}}function Do(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),Do(e)}function To(e){(!e.__d&&(e.__d=!0)&&_e.push(e)&&
!Pt.__r++||$o!=C.debounceRendering)&&(($o=C.debounceRendering)||Ao)(Pt)}function Pt(){try{for(var e,t=1;_e.length;)_e.length>
t&&_e.sort(Ro),e=_e.shift(),t=_e.length,ks(e)}finally{_e.length=Pt.__r=0}}function Lo(e,t,n,r,i,s,a,l,c,d,u){var m,p,h,v,
k,_,x=r&&r.__k||Tt,S=t.length;for(c=Ss(n,t,x,c,S),m=0;m<S;m++)(h=n.__k[m])!=null&&(p=h.__i!=-1&&x[h.__i]||$t,h.__i=m,_=Rn(
e,h,p,i,s,a,l,c,d,u),v=h.__e,h.ref&&p.ref!=h.ref&&(p.ref&&On(p.ref,null,h),u.push(h.ref,h.__c||v,h)),k==null&&v!=null&&(k=
v),4&h.__u?(c=Fo(h,c,e),p.__e&&(p.__e=null)):typeof h.type=="function"&&_!==void 0?c=_:v&&(c=v.nextSibling),h.__u&=-7);return n.
__e=k,c}function Ss(e,t,n,r,i){var s,a,l,c,d,u=n.length,m=u,p=0;for(e.__k=new Array(i),s=0;s<i;s++)(a=t[s])!=null&&typeof a!=
"boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[s]=
Ct(null,a,null,null,null):Nt(a)?a=e.__k[s]=Ct(b,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[s]=
Ct(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[s]=a,c=s+p,a.__=e,a.__b=e.__b+1,l=null,(d=a.__i=Ms(a,n,c,m))!=-1&&
(m--,(l=n[d])&&(l.__u|=2)),l==null||l.__v==null?(d==-1&&(i>u?p--:i<u&&p++),typeof a.type!="function"&&(a.__u|=4)):d!=c&&
(d==c-1?p--:d==c+1?p++:(d>c?p--:p++,a.__u|=4))):e.__k[s]=null;if(m)for(s=0;s<u;s++)(l=n[s])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=Pe(l)),Bo(l,l));return r}function Fo(e,t,n){var r,i;if(typeof e.type=="function"){for(r=e.__k,i=0;r&&i<r.length;i++)
r[i]&&(r[i].__=e,t=Fo(r[i],t,n));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=Pe(e)),t=n.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function Ms(e,t,n,r){var i,s,a,l=e.key,c=e.type,d=t[n],u=d!=null&&(2&d.__u)==0;if(d===null&&l==null||u&&l==d.key&&c==d.type)
return n;if(r>(u?1:0)){for(i=n-1,s=n+1;i>=0||s<t.length;)if((d=t[a=i>=0?i--:s++])!=null&&(2&d.__u)==0&&l==d.key&&c==d.type)
return a}return-1}function Po(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=n==null?"":typeof n!="number"||_s.test(t)?n:n+
"px"}function St(e,t,n,r,i){var s,a;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)n&&t in n||Po(e.style,t,"");if(n)for(t in n)r&&n[t]==r[t]||Po(e.style,t,n[t])}else if(t[0]==
"o"&&t[1]=="n")s=t!=(t=t.replace(Oo,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+s]=n,n?r?n[Ze]=r[Ze]:(n[Ze]=En,e.addEventListener(t,s?Tn:$n,s)):e.removeEventListener(t,s?Tn:$n,s);else{
if(i=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=n??"";break e}catch{}typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&n==1?"":n))}}function Eo(e){return function(t){if(this.l){var n=this.l[t.type+e];if(t[Mt]==null)t[Mt]=En++;else if(t[Mt]<
n[Ze])return;return n(C.event?C.event(t):t)}}}function Rn(e,t,n,r,i,s,a,l,c,d){var u,m,p,h,v,k,_,x,S,z,H,Y,ue,T,B,q,g=t.
type;if(t.constructor!==void 0)return null;128&n.__u&&(c=!!(32&n.__u),s=[l=t.__e=n.__e]),(u=C.__b)&&u(t);e:if(typeof g==
"function"){m=a.length;try{if(S=t.props,z=g.prototype&&g.prototype.render,H=(u=g.contextType)&&r[u.__c],Y=u?H?H.props.value:
u.__:r,n.__c?x=(p=t.__c=n.__c).__=p.__E:(z?t.__c=p=new g(S,Y):(t.__c=p=new re(S,Y),p.constructor=g,p.render=$s),H&&H.sub(
p),p.state||(p.state={}),p.__n=r,h=p.__d=!0,p.__h=[],p._sb=[]),z&&p.__s==null&&(p.__s=p.state),z&&g.getDerivedStateFromProps!=
null&&(p.__s==p.state&&(p.__s=me({},p.__s)),me(p.__s,g.getDerivedStateFromProps(S,p.__s))),v=p.props,k=p.state,p.__v=t,h)
z&&g.getDerivedStateFromProps==null&&p.componentWillMount!=null&&p.componentWillMount(),z&&p.componentDidMount!=null&&p.
__h.push(p.componentDidMount);else{if(z&&g.getDerivedStateFromProps==null&&S!==v&&p.componentWillReceiveProps!=null&&p.componentWillReceiveProps(
S,Y),t.__v==n.__v||!p.__e&&p.shouldComponentUpdate!=null&&p.shouldComponentUpdate(S,p.__s,Y)===!1){t.__v!=n.__v&&(p.props=
S,p.state=p.__s,p.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(fe){fe&&(fe.__=t)}),Tt.push.apply(p.__h,p._sb),p._sb=
[],p.__h.length&&a.push(p),l=Pe(n);break e}p.componentWillUpdate!=null&&p.componentWillUpdate(S,p.__s,Y),z&&p.componentDidUpdate!=
null&&p.__h.push(function(){p.componentDidUpdate(v,k,_)})}if(p.context=Y,p.props=S,p.__P=e,p.__e=!1,ue=C.__r,T=0,z)p.state=
p.__s,p.__d=!1,ue&&ue(t),u=p.render(p.props,p.state,p.context),Tt.push.apply(p.__h,p._sb),p._sb=[];else do p.__d=!1,ue&&
ue(t),u=p.render(p.props,p.state,p.context),p.state=p.__s;while(p.__d&&++T<25);p.state=p.__s,p.getChildContext!=null&&(r=
me(me({},r),p.getChildContext())),z&&!h&&p.getSnapshotBeforeUpdate!=null&&(_=p.getSnapshotBeforeUpdate(v,k)),B=u!=null&&
u.type===b&&u.key==null?Uo(u.props.children):u,l=Lo(e,Nt(B)?B:[B],t,n,r,i,s,a,l,c,d),p.base=t.__e,t.__u&=-161,p.__h.length&&
a.push(p),x&&(p.__E=p.__=null)}catch(fe){if(a.length=m,t.__v=null,c||s!=null){if(fe.then){for(t.__u|=c?160:128;l&&l.nodeType==
8&&l.nextSibling;)l=l.nextSibling;s!=null&&(s[s.indexOf(l)]=null),t.__e=l}else if(s!=null)for(q=s.length;q--;)Nn(s[q])}else
t.__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),fe.then||Io(t),C.__e(fe,t,n)}}else s==null&&t.__v==n.__v?(t.__k=n.__k,t.__e=n.
__e):l=t.__e=Cs(n.__e,t,n,r,i,s,a,c,d);return(u=C.diffed)&&u(t),128&t.__u?void 0:l}function Io(e){e&&(e.__c&&(e.__c.__e=
!0),e.__k&&e.__k.some(Io))}function zo(e,t,n){for(var r=0;r<n.length;r++)On(n[r],n[++r],n[++r]);C.__c&&C.__c(t,e),e.some(
function(i){try{e=i.__h,i.__h=[],e.some(function(s){s.call(i)})}catch(s){C.__e(s,i.__v)}})}function Uo(e){return typeof e!=
"object"||e==null||e.__b>0?e:Nt(e)?e.map(Uo):e.constructor!==void 0?null:me({},e)}function Cs(e,t,n,r,i,s,a,l,c){var d,u,
m,p,h,v,k,_=n.props||$t,x=t.props,S=t.type;if(S=="svg"?i="http://www.w3.org/2000/svg":S=="math"?i="http://www.w3.org/199\
8/Math/MathML":i||(i="http://www.w3.org/1999/xhtml"),s!=null){for(d=0;d<s.length;d++)if((h=s[d])&&"setAttribute"in h==!!S&&
(S?h.localName==S:h.nodeType==3)){e=h,s[d]=null;break}}if(e==null){if(S==null)return document.createTextNode(x);e=document.
createElementNS(i,S,x.is&&x),l&&(C.__m&&C.__m(t,s),l=!1),s=null}if(S==null)_===x||l&&e.data==x||(e.data=x);else{if(s=S==
"textarea"&&x.defaultValue!=null?null:s&&Et.call(e.childNodes),!l&&s!=null)for(_={},d=0;d<e.attributes.length;d++)_[(h=e.
attributes[d]).name]=h.value;for(d in _)h=_[d],d=="dangerouslySetInnerHTML"?m=h:d=="children"||d in x||d=="value"&&"defa\
ultValue"in x||d=="checked"&&"defaultChecked"in x||St(e,d,null,h,i);for(d in x)h=x[d],d=="children"?p=h:d=="dangerouslyS\
etInnerHTML"?u=h:d=="value"?v=h:d=="checked"?k=h:l&&typeof h!="function"||_[d]===h||St(e,d,h,_[d],i);if(u)l||m&&(u.__html==
m.__html||u.__html==e.innerHTML)||(e.innerHTML=u.__html),t.__k=[];else if(m&&(e.innerHTML=""),Lo(t.type=="template"?e.content:
e,Nt(p)?p:[p],t,n,r,S=="foreignObject"?"http://www.w3.org/1999/xhtml":i,s,a,s?s[0]:n.__k&&Pe(n,0),l,c),s!=null)for(d=s.length;d--;)
Nn(s[d]);l&&S!="textarea"||(d="value",S=="progress"&&v==null?e.removeAttribute("value"):v!=null&&(v!==e[d]||S=="progress"&&
!v||S=="option"&&v!=_[d])&&St(e,d,v,_[d],i),d="checked",k!=null&&k!=e[d]&&St(e,d,k,_[d],i))}return e}function On(e,t,n){
try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.current=t}catch(i){
C.__e(i,n)}}function Bo(e,t,n){var r,i;if(C.unmount&&C.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.__e||On(r,null,t)),
(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(s){C.__e(s,t)}r.base=r.__P=r.__n=null}if(r=
e.__k)for(i=0;i<r.length;i++)r[i]&&Bo(r[i],t,n||typeof e.type!="function");n||Nn(e.__e),e.__c=e.__=e.__e=void 0}function $s(e,t,n){
return this.constructor(e,n)}function Ho(e,t,n){var r,i,s,a;t==document&&(t=document.documentElement),C.__&&C.__(e,t),i=
(r=typeof n=="function")?null:n&&n.__k||t.__k,s=[],a=[],Rn(t,e=(!r&&n||t).__k=An(b,null,[e]),i||$t,$t,t.namespaceURI,!r&&
n?[n]:i?null:t.firstChild?Et.call(t.childNodes):null,s,!r&&n?n:i?i.__e:t.firstChild,r,a),zo(s,e,a),e.props.children=null}Et=Tt.slice,C={__e:function(e,t,n,r){for(var i,s,a;t=t.__;)if((i=t.__c)&&!i.__)try{if((s=i.constructor)&&s.getDerivedStateFromError!=
null&&(i.setState(s.getDerivedStateFromError(e)),a=i.__d),i.componentDidCatch!=null&&(i.componentDidCatch(e,r||{}),a=i.__d),
a)return i.__E=i}catch(l){e=l}throw e}},No=0,Pn=function(e){return e!=null&&e.constructor===void 0},re.prototype.setState=
function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=me({},this.state),typeof e=="function"&&(e=
e(me({},n),this.props)),e&&me(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),To(this))},re.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),To(this))},re.prototype.render=b,_e=[],Ao=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,Ro=function(e,t){return e.__v.__b-t.__v.__b},Pt.__r=0,Cn=Math.random().
toString(8),Mt="__d"+Cn,Ze="__a"+Cn,Oo=/(PointerCapture)$|Capture$/i,En=0,$n=Eo(!1),Tn=Eo(!0),ws=0;var Xe,j,Dn,qo,Ln=0,Xo=[],I=C,Wo=I.__b,Ko=I.__r,jo=I.diffed,Vo=I.__c,Go=I.unmount,Yo=I.__;function In(e,t){I.__h&&I.__h(
j,e,Ln||t),Ln=0;var n=j.__H||(j.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function N(e,t){var n=In(Xe++,3);!I.__s&&zn(n.__H,t)&&(n.__=e,n.u=t,j.__H.__h.push(n))}function Je(e,t){var n=In(Xe++,4);
!I.__s&&zn(n.__H,t)&&(n.__=e,n.u=t,j.__h.push(n))}function O(e){return Ln=5,J(function(){return{current:e}},[])}function J(e,t){var n=In(Xe++,7);return zn(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function Ts(){for(var e;e=Xo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(At),t.__h.some(Fn),t.__h=[]}catch(n){t.__h=
[],I.__e(n,e.__v)}}}I.__b=function(e){j=null,Wo&&Wo(e)},I.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Yo&&Yo(
e,t)},I.__r=function(e){Ko&&Ko(e),Xe=0;var t=(j=e.__c).__H;t&&(Dn===j?(t.__h=[],j.__h=[],t.__.some(function(n){n.__N&&(n.
__=n.__N),n.u=n.__N=void 0})):(t.__h.some(At),t.__h.some(Fn),t.__h=[],Xe=0)),Dn=j},I.diffed=function(e){jo&&jo(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(Xo.push(t)!==1&&qo===I.requestAnimationFrame||((qo=I.requestAnimationFrame)||Ps)(Ts)),
t.__H.__.some(function(n){n.u&&(n.__H=n.u,n.u=void 0)})),Dn=j=null},I.__c=function(e,t){t.some(function(n){try{n.__h.some(
At),n.__h=n.__h.filter(function(r){return!r.__||Fn(r)})}catch(r){t.some(function(i){i.__h&&(i.__h=[])}),t=[],I.__e(r,n.__v)}}),
Vo&&Vo(e,t)},I.unmount=function(e){Go&&Go(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(r){try{At(r)}catch(i){t=i}}),
n.__H=void 0,t&&I.__e(t,n.__v))};var Zo=typeof requestAnimationFrame=="function";function Ps(e){var t,n=function(){clearTimeout(
r),Zo&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(n,35);Zo&&(t=requestAnimationFrame(n))}function At(e){var t=j,
n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),j=t}function Fn(e){var t=j;e.__c=e.__(),j=t}function zn(e,t){return!e||
e.length!==t.length||t.some(function(n,r){return n!==e[r]})}var Es=Symbol.for("preact-signals");function Lt(){if(he>1)he--;else{var e,t=!1;for((function(){var i=Ot;for(Ot=void 0;i!==
void 0;){var s=i.S;if(s.v===i.v)for(var a=s.t;a!==void 0;a=a.x)a.i===i.i&&(a.i=s.i);i=i.o}})();et!==void 0;){var n=et;for(et=
void 0,Rt++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&Qo(n))try{n.c()}catch(i){t||(e=i,t=!0)}n=r}}if(Rt=0,he--,
t)throw e}}function De(e){if(he>0)return e();Un=++Ns,he++;try{return e()}finally{Lt()}}var Qe,D=void 0;function tt(e){var t=D,
n=Qe;D=void 0,Qe=void 0;try{return e()}finally{D=t,Qe=n}}var et=void 0,he=0,Rt=0,Ns=0,Un=0,Ot=void 0,Dt=0;function Jo(e){
if(D!==void 0){var t=e.n;if(t===void 0||t.t!==D)return t={i:0,S:e,p:D.s,n:void 0,t:D,e:void 0,x:void 0,r:t},D.s!==void 0&&
(D.s.n=t),D.s=t,e.n=t,32&D.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=D.
s,t.n=void 0,D.s.n=t,D.s=t),t}}function U(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}U.prototype.brand=Es;U.prototype.h=function(){return!0};U.prototype.S=function(e){
var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:tt(function(){var r;(r=t.W)==null||r.call(t)}))};
U.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=
n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&tt(function(){var i;(i=t.Z)==null||i.call(t)}))}};U.prototype.subscribe=
function(e){var t=this;return se(function(){var n=t.value;tt(function(){return e(n)})},{name:"sub"})};U.prototype.valueOf=
function(){return this.value};U.prototype.toString=function(){return this.value+""};U.prototype.toJSON=function(){return this.
value};U.prototype.peek=function(){var e=this;return tt(function(){return e.value})};Object.defineProperty(U.prototype,"\
value",{get:function(){var e=Jo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(Rt>100)throw new Error(
"Cycle detected");(function(n){he!==0&&Rt===0&&n.l!==Un&&(n.l=Un,Ot={S:n,v:n.v,i:n.i,o:Ot})})(this),this.v=e,this.i++,Dt++,
he++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{Lt()}}}});function L(e,t){return new U(e,t)}function Qo(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function er(e){for(var t=e.s;t!==void 0;t=t.n){
var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function tr(e){for(var t=e.s,n=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=n}function Ee(e,t){U.call(this,void 0,t),this.x=e,this.s=void 0,this.g=Dt-1,this.f=4}Ee.prototype=new U;Ee.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Dt))return!0;if(this.g=Dt,this.f|=
1,this.i>0&&!Qo(this))return this.f&=-2,!0;var e=D;try{er(this),D=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return D=e,tr(this),this.f&=-2,!0};Ee.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}U.prototype.S.call(this,e)};Ee.prototype.
U=function(e){if(this.t!==void 0&&(U.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};Ee.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
Ee.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Jo(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function ie(e,t){return new Ee(e,t)}function nr(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){he++;var n=D;D=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,Bn(e),r}finally{D=n,Lt()}}}function Bn(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,nr(e)}function As(e){if(D!==this)throw new Error("Out-of-o\
rder effect");tr(this),D=e,this.f&=-2;try{8&this.f&&Bn(this)}finally{Lt()}}function Le(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Qe&&Qe.push(this)}Le.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Le.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,nr(this),er(this),he++;var e=D;return D=this,As.bind(this,e)};Le.
prototype.N=function(){2&this.f||(this.f|=2,this.u=et,et=this)};Le.prototype.d=function(){this.f|=8,1&this.f||Bn(this)};
Le.prototype.dispose=function(){this.d()};function se(e,t){var n=new Le(e,t);try{n.c()}catch(i){throw n.d(),i}var r=n.d.
bind(n);return r[Symbol.dispose]=r,r}var Hn,Fe,Ft,Rs=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,or=[],rr=[];se(function(){Hn=this.N})();function Ie(e,t){
C[e]=t.bind(null,C[e]||function(){})}function nt(e){if(Ft){var t=Ft;Ft=void 0,t()}Ft=e&&e.S()}function ir(e){var t=this,
n=e.data,r=P(n);r.name="ReactiveDom",r.value=n;var i=J(function(){for(var l=t,c=t.__v;c=c.__;)if(c.__c){c.__c.__$f|=4;break}
var d=ie(function(){var h=r.value.value;return h===0?0:h===!0?"":h||""}),u=ie(function(){return!Array.isArray(d.value)&&
!Pn(d.value)}),m=se(function(){if(this.N=sr,u.value){var h=d.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=h)}}),p=t.__$u.d;return t.__$u.d=function(){m(),p.call(this)},[u,d]},[]),s=i[0],a=i[1];return s.value?a.peek():a.value}
ir.displayName="ReactiveTextNode";Object.defineProperties(U.prototype,{constructor:{configurable:!0,value:An(b,null).constructor},
type:{configurable:!0,value:ir},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});Ie("__b",function(e,t){if(nt(),Fe=void 0,typeof t.type=="string"){var n,r=t.props;for(var i in r)
if(i!=="children"){var s=r[i];s instanceof U&&(n||(t.__np=n={}),n[i]=s,r[i]=s.peek())}}e(t)});Ie("__r",function(e,t){if(e(
t),t.type!==b){nt();var n,r=t.__c;r&&(r.__$f&=-2,(n=r.__$u)===void 0&&(r.__$u=n=(function(i,s){var a;return se(function(){
a=this},{name:s}),a.c=i,a})((function(i){return function(){var s;Rs&&((s=this.y)==null||s.call(this)),i.__$f|=1,i.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Fe=r,nt(n)}});Ie("__e",function(e,t,n,r){nt(),
Fe=void 0,e(t,n,r)});Ie("diffed",function(e,t){nt(),Fe=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var r=t.__np,
i=t.props,s=n.U;if(s)for(var a in s){var l=s[a];l===void 0||r&&a in r||(l.d(),s[a]=void 0)}if(r){s||(s={},n.U=s);for(var c in r){
var d=s[c],u=r[c];d===void 0?(d=Os(n,c,u,i),s[c]=d):d.o(u,i)}}}e(t)});function Os(e,t,n,r){var i=t in e&&e.ownerSVGElement===
void 0,s=L(n);return{o:function(a,l){s.value=a,r=l},d:se(function(){this.N=sr;var a=s.value.value;r[t]!==a&&(r[t]=a,i?e[t]=
a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Ie("unmount",function(e,t){if(typeof t.type==
"string"){var n=t.__e;if(n){var r=n.U;if(r){n.U=void 0;for(var i in r){var s=r[i];s&&s.d()}}}var a=t.__np;if(a){var l=t.
props;for(var c in a)l[c]=a[c]}t.__np=void 0}else{var d=t.__c;if(d){d.__$f|=8;var u=d.__$u;u&&(d.__$u=void 0,u.d())}}e(t)});
Ie("__h",function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)});re.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.
__$f;if(!(r||s||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!==
"__source"&&e[a]!==this.props[a])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function P(e,t){return J(
function(){return L(e,t)},[])}function ge(e,t){var n=O(e);return n.current=e,Fe.__$f|=4,J(function(){return ie(function(){
return n.current()},t)},[])}var Ds=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
n),cancelAnimationFrame(r),e()},n=setTimeout(t,35),r=requestAnimationFrame(t)},Ls=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function Fs(){De(function(){for(var e;e=or.shift();)Hn.call(e)})}function Is(){or.push(this)===1&&(C.
requestAnimationFrame||Ds)(Fs)}function zs(){De(function(){for(var e;e=rr.shift();)Hn.call(e)})}function sr(){rr.push(this)===
1&&(C.requestAnimationFrame||Ls)(zs)}function It(e,t){var n=O(e);n.current=e;var r=Fe;N(function(){return se(function(){
if(this.N=Is,!(r&&8&r.__$f))return n.current()},t)},[])}var ve=L(Date.now());function ar(){window.setInterval(()=>{document.hidden||(ve.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{ve.value=Date.now()})}var ot=L({path:window.location.pathname,search:window.location.search}),ke=ie(()=>Us(ot.value.path)),be=ie(()=>ot.value.
search),rt=L(0),ze="search",it=L(!1);function Us(e){let[,t="",n="",r="",...i]=e.replace(/\/+$/,"").split("/");return i.length>
0?{page:"unknown"}:t===""&&n===""?{page:"overview"}:t==="addresses"&&n===""?{page:"addresses"}:t!=="services"?{page:"unk\
nown"}:n===""?{page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:lr(n),name:lr(r)}}function Q(e,t){return`\
/services/${encodeURIComponent(e)}/${encodeURIComponent(t)}`}function G(e,t="push"){try{t==="replace"?window.history.replaceState(
null,"",e):window.history.pushState(null,"",e)}catch{}let{pathname:n,search:r}=new URL(e,window.location.origin);ot.value=
{path:n,search:r},t==="push"&&rt.value++}function cr(){window.addEventListener("popstate",()=>{let e=ot.peek().path===window.
location.pathname;ot.value={path:window.location.pathname,search:window.location.search},e||rt.value++}),document.addEventListener(
"click",Bs)}function Bs(e){if(e.defaultPrevented||e.button!==0||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.
target instanceof Element?e.target.closest("a"):null;if(t===null||!t.hasAttribute("href")||t.target!==""||t.hasAttribute(
"download"))return;let n=new URL(t.href,window.location.href),r=n.pathname===window.location.pathname&&n.hash!=="";n.origin!==
window.location.origin||r||(e.preventDefault(),G(n.pathname+n.search))}function lr(e){try{return decodeURIComponent(e)}catch{
return e}}var Wn="meshwork-token";function Kn(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(Hs(e[1]),G(window.location.pathname+window.location.search,"replace"),!0)}var qn="";function Hs(e){qn=e;try{localStorage.
setItem(Wn,e)}catch{}}function zt(){try{return localStorage.getItem(Wn)??qn}catch{return qn}}function dr(e){window.addEventListener(
"storage",t=>{t.key===Wn&&e()}),window.addEventListener("hashchange",()=>{Kn()&&e()})}function Ue(e,t){let n={headers:{Authorization:`\
Bearer ${zt()}`},cache:"no-store"};return t!==void 0&&(n.signal=t),fetch(e,n)}var pr=500,qs=5e3,Ws=4e3,ur=8e3,Ut=class{constructor(t,n){this.onUpdate=t;this.topics=n}onUpdate;topics;phase=L("connect\
ing");reconnected=L(!1);heard=L(Date.now());silence;socket;pause=pr;retry;wasOpen=!1;open(){if(window.clearTimeout(this.
retry),window.clearTimeout(this.silence),this.leave(),zt()===""){this.phase.value="refused";return}let t=new URL("/api/w\
atch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let n;try{n=new WebSocket(t,["meshwork.dev",zt()])}catch{
this.phase.value="refused";return}this.socket=n,this.awaitMessage(),n.onopen=()=>this.opened(n),n.onmessage=r=>this.received(
r.data),n.onclose=()=>{this.socket===n&&this.closed()}}send(t){this.socket?.readyState===WebSocket.OPEN&&this.socket.send(
JSON.stringify(t))}awaitMessage(){window.clearTimeout(this.silence),this.silence=window.setTimeout(()=>{this.phase.value=
"silent",this.open()},ur)}hear(){this.heard.value=Date.now(),this.awaitMessage()}opened(t){this.hear(),this.pause=pr;for(let n of this.
topics())t.send(JSON.stringify({subscribe:n}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.
value=!1},Ws)),this.wasOpen=!0,this.phase.value="open"}received(t){if(this.hear(),typeof t!="string")return;let n;try{n=
JSON.parse(t)}catch{return}typeof n?.topic=="string"&&n.topic!==""&&this.onUpdate(n)}leave(){let t=this.socket;this.socket=
void 0,t?.close()}async closed(){this.socket=void 0,window.clearTimeout(this.silence);let t=await Ks();this.socket===void 0&&
(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.pause=Math.min(qs,this.
pause*1.6)))}};async function Ks(){try{return(await Ue("/api/session",AbortSignal.timeout(ur))).status===401?"refused":"\
interrupted"}catch(e){return e instanceof DOMException&&e.name==="TimeoutError"?"silent":"ended"}}var js=2e3,Vs=4,Bt=class{constructor(t,n,r,i=()=>performance.now()){this.send=t;this.schedule=n;this.linger=r;this.now=i}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let n=this.topics.has(t),r=this.topic(t);r.subscribers++,n||this.send({subscribe:t});let i=!1,s=()=>{i||(i=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)),this.dropOldest())};return{state:r.state,end:s}}dropOldest(){let t=[...this.topics].filter(
([,n])=>n.subscribers===0);for(let[n,r]of t.slice(0,-Vs))this.drop(n,r)}drop(t,n){n.subscribers>0||this.topics.get(t)!==
n||(this.topics.delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(
t),this.waiting.length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let n=new Set;for(let r of t){
let i=this.topics.get(r.topic);i!==void 0&&(this.change(i,r),n.add(i))}De(()=>{for(let r of n)r.state.value={loaded:!0,entries:r.
entries,changed:r.changed}})}change(t,n){let r=this.now();n.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[i,
s]of t.changed)r-s>js&&t.changed.delete(i);for(let i of n.remove??[])t.entries.delete(i),t.changed.delete(i);for(let[i,s]of Object.
entries(n.set??{}))t.entries.set(i,s),n.reset!==!0&&t.changed.set(i,r)}topic(t){let n=this.topics.get(t);if(n===void 0){
let r=new Map,i=new Map;n={entries:r,changed:i,state:L({loaded:!1,entries:r,changed:i}),subscribers:0},this.topics.set(t,
n)}return n}};function A(e,t){return e.entries.get(t)}function W(e,t){return ae(e,t).map(([,n])=>n)}function ae(e,t){let n=`${t}\
/`,r=[];for(let[i,s]of e.entries)i.startsWith(n)&&r.push([i.slice(n.length),s]);return r}var Gs=250,Ys=2e4;function Zs(e){let t=window.requestAnimationFrame(()=>{window.clearTimeout(n),e()}),n=window.setTimeout(
()=>{window.cancelAnimationFrame(t),e()},Gs)}var jn=new Bt(e=>Z.send(e),Zs,e=>{window.setTimeout(e,Ys)}),Z=new Ut(e=>jn.
receive(e),()=>jn.names()),fr={loaded:!1,entries:new Map,changed:new Map};function le(e){let t=P(void 0),n=P(fr);return N(
()=>{let r=jn.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.end()}},[e]),It(()=>{n.value=t.value?.value??fr}),
n}var mr="meshwork-theme",Ht=["system","light","dark"],xe=L(Xs());function hr(){xe.value=Ht[(Ht.indexOf(xe.value)+1)%Ht.length]??
"system"}function gr(){se(()=>{document.documentElement.dataset.theme=xe.value;try{localStorage.setItem(mr,xe.value)}catch{}})}
function Xs(){try{let e=localStorage.getItem(mr);return Ht.find(t=>t===e)??"system"}catch{return"system"}}var Js=0;function o(e,t,n,r,i,s){t||(t={});var a,l,c=t;if("ref"in c)for(l in c={},t)l=="ref"?a=t[l]:c[l]=t[l];var d={type:e,props:c,
key:n,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--Js,__i:-1,__u:0,__source:i,__self:s};if(typeof e==
"function"&&(a=e.defaultProps))for(l in a)c[l]===void 0&&(c[l]=a[l]);return C.vnode&&C.vnode(d),d}function K({title:e,children:t,aside:n,id:r,kind:i=""}){let s=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return o(
"section",{class:`panel ${i}`,"aria-labelledby":s,id:r,children:[o("header",{class:"panel-head",children:[o("h2",{id:s,children:e}),
n]}),t]})}function F({title:e,children:t}){return o("div",{class:"nothing",children:[o("p",{class:"nothing-title",children:e}),
t!==void 0&&o("p",{children:t})]})}function V({lines:e=4,label:t}){return o("div",{class:"skeleton",role:"status",children:[
o("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(n,r)=>o("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var Qs=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function M(e,t="nothing"){return e.replace(Qs,n=>t==="lines"&&(n===`
`||n==="	")?n:n===`
`?" \u23CE ":`\u27E8U+${(n.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function vr(e,t){let n=Date.
parse(e);if(Number.isNaN(n)||n<=0)return"";let r=Vn(Math.abs(t-n));return n>t+1e3?`in ${r}`:`${r} ago`}function Vn(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let n=Math.floor(t/60);if(n<120)return`${n}m`;let r=Math.floor(n/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function Se(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function y(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?ea(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function ea(e){
let t=e.toString(2),n=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(n)?"":"\u2248 "}${ta(n)}`}function ta(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function $(e,t,n=`${t}\
s`){return`${y(e)} ${e===1?t:n}`}function Gn(e,t){if(e.length<=t)return e;let n=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-n)}\u2026${e.slice(e.length-n)}`}var na={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",barred:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M4.6 4.6l6.8 6.8",blank:"",
clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function E({shape:e,color:t,label:n}){let r=n===void 0?{"aria-\
hidden":!0}:{role:"img","aria-label":n};return o("svg",{class:`icon ${t}`,viewBox:"0 0 16 16",width:"16",height:"16",...r,
children:o("path",{d:na[e]})})}var br={Good:{shape:"check",color:"good",label:"good"},Bad:{shape:"cross",color:"bad",label:"\
problem"},Caution:{shape:"warning",color:"caution",label:"caution"},Unclear:{shape:"question",color:"caution",label:"unc\
lear"},Neutral:{shape:"dot",color:"neutral",label:"note"},Blank:{shape:"blank",color:"neutral",label:""}};function X({mark:e}){
let t=br[e??"Neutral"]??br.Neutral;return o(E,{...t})}function Be({tone:e}){return o(X,{mark:e==="good"?"Good":e==="bad"?
"Bad":"Neutral"})}var Yn={Online:{shape:"check",color:"good",word:"Online"},NoPods:{shape:"ring",color:"neutral",word:"N\
o Pods"},Down:{shape:"cross",color:"bad",word:"Down"},Degraded:{shape:"warning",color:"bad",word:"Degraded"},Missing:{shape:"\
question",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Conflict"},Excluded:{shape:"barred",color:"\
bad",word:"Excluded"},Pending:{shape:"clock",color:"neutral",word:"Pending"},Unknown:{shape:"question",color:"caution",word:"\
Unknown"},NotInMesh:{shape:"dash",color:"neutral",word:"Not in mesh"}};function st(e){return Yn[e]?.word??e}function Me(e){
return Yn[e]??Yn.Unknown}function qt({state:e}){let t=Me(e);return o("span",{class:`state ${t.color}`,children:[o(E,{shape:t.
shape,color:t.color}),o("span",{children:t.word})]})}function f({value:e}){return o("bdi",{children:M(e)})}function ye({value:e}){let t=M(e);return o("bdi",{class:"name",title:t,
children:t})}function ce({time:e}){return e===""?null:o("time",{dateTime:e,title:M(e),children:vr(e,ve.value)})}function at({namespace:e,service:t}){return e===void 0||t===void 0?"":`${e}/${t}`}function Wt({address:e}){let{namespace:t,
service:n}=e;return t===void 0||n===void 0?null:o("a",{href:Q(t,n),children:o(f,{value:at(e)})})}function lt(e){return e.includes(":")?ra(e):oa(e)}function oa(e){let t=e.split(".");if(!(t.length!==4||t.some(n=>!/^\d{1,3}$/.
test(n)||Number(n)>255)))return t.reduce((n,r)=>n<<8n|BigInt(r),0n)}function ra(e){let t=e.split("::");if(t.length>2)return;
let n=t.map(l=>l===""?[]:l.split(":")),[r=[],i=[]]=n,s=t.length===2?8-r.length-i.length:0,a=[...r,...Array.from({length:Math.
max(0,s)},()=>"0"),...i];if(!(a.length!==8||a.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return a.reduce((l,c)=>l<<16n|BigInt(
`0x${c}`),0n)}function xr(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(s=>e>>s&255n).join(".");let n=Array.from({length:8},
(s,a)=>(e>>BigInt(112-16*a)&0xffffn).toString(16)),{start:r,length:i}=ia(n);return i<2?n.join(":"):`${n.slice(0,r).join(
":")}::${n.slice(r+i).join(":")}`}function ia(e){let t={start:0,length:0},n=0;return e.forEach((r,i)=>{r!=="0"?n=i+1:i-n+
1>t.length&&(t={start:n,length:i-n+1})}),t}var Zn=200,yr={Used:{word:"Used",color:"neutral",shape:"dot"},CoolingDown:{word:"Cooling down",color:"caution",shape:"cl\
ock"},Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};
function wr({addresses:e}){let t=P(Zn),n=new URLSearchParams(be.value).get("q")??"",r=e.filter(s=>aa(s).includes(n.trim().
toLowerCase())).sort(la),i=s=>G(s===""?"/addresses":`/addresses?q=${encodeURIComponent(s)}`,"replace");return o(K,{title:"\
All addresses",aside:o("label",{class:"search",children:[o("span",{class:"unseen",children:"Search addresses"}),o("input",
{type:"search",placeholder:"Search address or Service",value:n,spellcheck:!1,autocomplete:"off",onInput:s=>i(s.currentTarget.
value)})]}),children:[o("p",{class:"quiet",children:[y(r.length)," of ",y(e.length)," addresses"]}),o("div",{class:"tabl\
e-box",tabIndex:0,role:"region","aria-label":"Addresses",children:o("table",{class:"address-table",children:[o("thead",{
children:o("tr",{children:["Address","State","Service","Mesh","Range"].map(s=>o("th",{scope:"col",children:s},s))})}),o(
"tbody",{children:r.slice(0,t.value).map(s=>o(sa,{address:s},`${s.mesh} ${s.ip}`))})]})}),r.length>t.value&&o("button",{
type:"button",class:"button",onClick:()=>{t.value+=Zn},children:["Show ",y(Math.min(Zn,r.length-t.value))," more"]})]})}
function sa({address:e}){let t=_r(e);return o("tr",{children:[o("td",{class:"ip",children:o(f,{value:e.ip})}),o("td",{children:o(
"span",{class:`state ${t.color}`,children:[o(E,{shape:t.shape,color:t.color}),t.word]})}),o("td",{children:o(Wt,{address:e})}),
o("td",{children:o(f,{value:e.mesh})}),o("td",{children:o(f,{value:e.range})})]})}function _r(e){return yr[e.state]??yr.
Reserved}function aa(e){return`${e.ip} ${at(e)} ${e.mesh} ${_r(e).word} ${e.range}`.toLowerCase()}function la(e,t){let[n,
r]=[lt(e.ip)??0n,lt(t.ip)??0n];return n<r?-1:n>r?1:0}function Kt(e){let t=O(null),n=P(0);return Je(()=>{let r=t.current;if(r===null)return;let i=new ResizeObserver(()=>{n.value=
r.clientWidth});return i.observe(r),n.value=r.clientWidth,()=>i.disconnect()},[e]),{box:t,width:n}}var jt=1024n,ca=1n<<20n,da=256n;function kr(e,t){let n=pa(e);if(n===void 0)return;let r=t.map(u=>({address:u,offset:ua(u)})).
filter(({offset:u})=>u>=0n&&u<n.size);if(r.length===0&&n.size>jt)return;let i=fa(n.size,r.map(({offset:u})=>u)),s=i.size<=
jt?1n:(i.size+jt-1n)/jt,a=new Map;for(let{address:u,offset:m}of r){let p=Number((m-i.first)/s),h=a.get(p);h===void 0?a.set(
p,[u]):h.push(u)}let l=u=>xr(n.first+u,e.family),c=Number((i.size+s-1n)/s);return{cells:Array.from({length:c},(u,m)=>{let p=i.
first+BigInt(m)*s,h=Xn(p+s,i.first+i.size)-1n,v=a.get(m)??[];return{first:l(p),last:l(h),kind:ma(v),addresses:v,density:ha(
v.length,s)}}),perCell:s,first:l(i.first),last:l(i.first+i.size-1n),whole:i.size===n.size}}function pa(e){let t=lt(e.first);
return t===void 0?void 0:{first:t,size:BigInt(e.size)}}function ua(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}
function fa(e,t){if(e<=ca)return{first:0n,size:e};let n=t.reduce((a,l)=>Xn(a,l),t[0]??0n),r=t.reduce((a,l)=>l>a?l:a,0n),
i=da;for(;i<e&&n/i!==r/i;)i*=2n;let s=n/i*i;return{first:s,size:Xn(i,e-s)}}function ma(e){return e.some(t=>t.state==="Us\
ed")?"used":e.some(t=>t.state==="CoolingDown")?"coolingDown":e.length>0?"reserved":"free"}function ha(e,t){if(e===0)return 0;
if(t===1n)return 4;let n=e/Number(t);return n>.75?4:n>.5?3:n>.25?2:1}function Xn(e,t){return e<t?e:t}function Sr(e,t,n,r){let i={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return n-
1;let s=i[e];if(s===void 0)return;let a=t+s;return a>=0&&a<n?a:Math.max(0,t)}function Mr({range:e,addresses:t,index:n}){let r=kr(e,t);return o("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[o("header",{class:"range-head",children:[o("h2",{children:o(f,{value:e.cidr})}),o("sp\
an",{class:"tag",children:["Mesh ",o(f,{value:e.mesh})]}),o("p",{class:"range-numbers",children:[o("strong",{children:y(
e.used)})," used, ",o("strong",{children:y(e.coolingDown)})," cooling down,"," ",o("strong",{children:y(e.available)}),"\
 available of ",y(e.size)]})]}),e.message!==void 0&&o("p",{class:"range-message",children:[o(E,{shape:"warning",color:"c\
aution"}),o("span",{children:o(f,{value:e.message})})]}),r!==void 0&&o(ga,{map:r,range:e,index:n}),r===void 0&&e.message===
void 0&&o("p",{class:"quiet",children:"No address of this range is in use."})]})}function ga({map:e,range:t,index:n}){let r=P(
-1),i=P(-1),s=ge(()=>i.value>=0?i.value:r.value),{box:a,width:l}=Kt(),c=va(e.cells.length,l.value),d=Math.min(20,Math.floor(
l.value/c*10)/10),u=Math.ceil(e.cells.length/c),m=v=>`range-${n}-cell-${v}`,p=v=>{let k=Sr(v.key,r.value,e.cells.length,
c);k!==void 0&&(v.preventDefault(),r.value=k)},h=v=>{let k=v.target instanceof Element?v.target.closest("[data-cell]"):null;
return Number(k?.getAttribute("data-cell")??-1)};return o("div",{class:"map",ref:a,children:[o("svg",{class:"map-cells",
width:c*d,height:u*d,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first} to ${e.last}`,"aria-activedescendant":r.
value>=0?m(r.value):void 0,onKeyDown:p,onPointerOver:v=>{i.value=h(v)},onPointerLeave:()=>{i.value=-1},onClick:v=>{r.value=
h(v)},onFocus:()=>{r.value<0&&(r.value=0)},children:[o(xa,{index:n}),l.value>0&&e.cells.map((v,k)=>o("rect",{id:m(k),"da\
ta-cell":k,role:"option","aria-selected":k===r.value,"aria-label":ya(v,e.perCell),class:`map-cell ${v.kind} density-${v.
density}`,x:k%c*d+1,y:Math.floor(k/c)*d+1,width:d-2,height:d-2,rx:"2",fill:ba(v,n)},k)),s.value>=0&&o("rect",{class:"map\
-cursor",x:s.value%c*d,y:Math.floor(s.value/c)*d,width:d,height:d,rx:"3"})]}),o("p",{class:"map-scale quiet",children:[e.
first," to ",e.last,e.perCell>1n?`, ${y(e.perCell.toString())} addresses in a cell`:", one address in a cell",!e.whole&&
"; only the part of the range that is in use"]}),o(wa,{cell:e.cells[s.value],perCell:e.perCell,name:t.cidr})]})}function va(e,t){
let n=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=n&&t/r>=10)??16}function ba(e,t){return e.kind==="coolingDown"?`ur\
l(#cooling-down-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function xa({index:e}){return o("defs",{children:[
o("pattern",{id:`cooling-down-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"rotate(45)",children:[
o("rect",{class:"pattern-ground",width:"5",height:"5"}),o("rect",{class:"pattern-caution",width:"2.5",height:"5"})]}),o(
"pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[o("rect",{class:"pattern-grou\
nd",width:"4",height:"4"}),o("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var Qn={free:"free",used:"use\
d",coolingDown:"cooling down",reserved:"reserved"};function ya(e,t){let n=e.first===e.last?e.first:`${e.first} to ${e.last}`;
if(t>1n)return`${n}: ${e.addresses.length===0?Qn[e.kind]:`${$(e.addresses.length,"address","addresses")} taken`}`;let r=e.
addresses[0]===void 0?"":at(e.addresses[0]),i=r===""?"":` by ${M(r)}`;return`${n}: ${Qn[e.kind]}${i}`}var Jn=6;function wa({
cell:e,perCell:t,name:n}){return e===void 0?o("p",{class:"readout quiet",children:["Point at a cell of ",n,", or use the\
 arrow keys, to see who has its addresses."]}):o("p",{class:"readout",children:[o("strong",{children:e.first===e.last?e.
first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?Qn[e.kind]:`${y(e.addresses.length)} of ${y(t.toString())}\
 taken`,e.addresses.slice(0,Jn).map(r=>o("span",{class:"value",children:[t>1n&&o(b,{children:[r.ip," "]}),o(Wt,{address:r})]},
r.ip)),e.addresses.length>Jn&&o("span",{class:"value quiet",children:["and ",e.addresses.length-Jn," more"]})]})}function Cr(){let e=le("addresses").value,t=W(e,"range").sort((r,i)=>`${r.mesh} ${r.family} ${r.cidr}`<`${i.mesh} ${i.family}\
 ${i.cidr}`?-1:1),n=W(e,"address");return o("div",{class:"page addresses",children:[o("div",{class:"page-head",children:[
o("h1",{children:"Addresses"}),t.length>0&&o(_a,{})]}),!e.loaded&&o(V,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&o(F,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",o("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,i)=>o(Mr,{range:r,index:i,addresses:n.filter(s=>s.range===
r.cidr&&s.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),n.length>0&&o(wr,{addresses:n})]})}function _a(){return o("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","cooling-down","reserved"].map(e=>o("li",{children:[o("\
svg",{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[o("defs",{children:o("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[o("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?o("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):o("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),o("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var Vt=L("");function ka(e){return/^[\w@%+=:,./-]+$/.test(e)?e:`'${e.replaceAll("'","'\\''")}'`}function Gt(...e){let t=e[0]===
"meshwork"?1:0,n=Vt.value===""?[]:[Vt.value];return["kubectl",...e.slice(0,t),...n,eo(...e.slice(t))].join(" ")}function eo(...e){
return e.map(ka).join(" ")}var Zt={color:"unknown",word:""},Yt=L(Zt);function He({color:e,word:t}){N(()=>{Yt.value={color:e,word:t}},[e,t]),N(()=>()=>{
Yt.value=Zt},[])}function $r(e){return e===void 0?Zt:e.result==="Unknown"?{color:"unknown",word:"Unknown"}:no(to(e.problems))}
function to(e){return e.filter(t=>t.result==="Problem").length}function no(e){return e===void 0?Zt:e===0?{color:"good",word:""}:
{color:"bad",word:e===1?"1 problem":`${e} problems`}}function de({shares:e,label:t}){let n=e.reduce((s,a)=>s+a.value,0),r=0,i=e.map(s=>`${y(s.value)} ${s.word}`).join(", ");
return o("svg",{class:"bar",role:"img","aria-label":`${t}: ${i}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
o("rect",{class:"track",width:"100",height:"6"}),n>0&&e.map(s=>{let a=s.value===0?0:Math.max(2,s.value/n*100),l=o("rect",
{class:`fill-${s.color}`,x:r,width:Math.min(a,100-r),height:"6"},s.word);return r+=a,l})]})}var Sa=2e3;function we({text:e,label:t="Copy",title:n}){let r=P(""),i=async()=>{try{await navigator.clipboard.writeText(
e),r.value="Copied"}catch{r.value="Not copied"}window.setTimeout(()=>{r.value=""},Sa)};return o("button",{type:"button",
class:"button small",title:n===void 0?void 0:M(n),onClick:()=>{i()},children:o("span",{"aria-live":"polite",children:r.value||
t})})}function Ce({document:e}){return o("div",{class:"document",children:e.blocks.map((t,n)=>o(Ma,{block:t},n))})}function Ma({
block:e}){let t=e.text??"";switch(e.kind){case"headline":return o("p",{class:"headline",children:[o(X,{mark:e.mark}),o("\
span",{children:o(f,{value:t})})]});case"heading":return o("h3",{children:o(f,{value:t})});case"item":return o("div",{class:"\
item",children:[o(X,{mark:e.mark}),o("span",{class:"item-label",children:o(f,{value:e.label??""})}),o("span",{class:"ite\
m-text",children:o(f,{value:t})})]});case"share":return o(Ca,{block:e});case"table":return o($a,{rows:e.rows??[]});case"\
command":return o(Ne,{text:t});case"remark":return o("p",{class:"remark",children:o(f,{value:t})});case"paragraph":return o(
"p",{children:o(f,{value:t})});default:return null}}function Ca({block:e}){let t=Math.max(1,e.percent??0);return o("div",
{class:"item share",children:[o("span",{"aria-hidden":!0}),o(de,{label:"Share",shares:[{value:t,color:e.mark==="Bad"?"ba\
d":"good",word:"percent"},{value:100-t,color:"neutral",word:"percent elsewhere"}]}),o("span",{class:"item-text",children:o(
f,{value:e.text??""})})]})}function Ne({text:e}){return o("div",{class:"command",children:[o("code",{children:o(f,{value:e})}),
o(we,{text:e})]})}function $a({rows:e}){let[t,...n]=e;return t===void 0?null:o("div",{class:"table-box",tabIndex:0,role:"\
region","aria-label":`Table: ${t[0]??""}`,children:o("table",{children:[o("thead",{children:o("tr",{children:t.map((r,i)=>o(
"th",{scope:"col",children:o(f,{value:r})},i))})}),o("tbody",{children:n.map((r,i)=>o("tr",{children:r.map((s,a)=>o("td",
{children:o(f,{value:s})},a))},i))})]})})}var Ta=60;function Tr({state:e}){let t=ae(e,"change").sort(([n],[r])=>Number(r)-Number(n)).slice(0,Ta);return o(K,{title:"\
Changes",kind:"changes",children:[!e.loaded&&o(V,{label:"changes"}),e.loaded&&t.length===0&&o(F,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),o("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([n,r])=>o(Pa,{change:r},n))})]})}function Pa({change:e}){return o("l\
i",{children:[o(Be,{tone:e.tone}),o("time",{dateTime:e.time,children:Se(e.time)}),o("span",{children:[e.service!==""?o("\
a",{href:Q(e.namespace,e.service),children:o(f,{value:`${e.namespace}/${e.service}`})}):o("strong",{children:$(e.services,
"Service")})," ",o(f,{value:e.text}),e.service===""&&o("span",{class:"quiet",children:[": ",o(f,{value:e.examples.join("\
, ")}),", \u2026"]})]})]})}var Ea={Yes:"Good",No:"Bad",Unknown:"Unclear"};function Na({leads:e,deployments:t=[]}){return e==="Yes"||e==="Unknown"&&
(t.length===0||t.some(({ready:n})=>n>0))}function Aa(e,t){return e.ready===0&&!Na(t)?"Bad":e.ready<e.desired?"Caution":"\
Good"}function Pr({manager:e}){return o(K,{title:"Manager",aside:o("span",{class:"quiet",children:["Namespace ",o(f,{value:e.
namespace})]}),children:[o("div",{class:"item",children:[o(X,{mark:Ea[e.leads]}),o("span",{class:"item-label",children:"\
Leader"}),o("span",{class:"item-text",children:[e.leader!==void 0&&o("strong",{class:"leader",children:o(f,{value:e.leader})}),
" ",o(f,{value:e.message})]})]}),e.deployments?.map(t=>o("div",{class:"item",children:[o(X,{mark:Aa(t,e)}),o("span",{class:"\
item-label",children:"Deployment"}),o("span",{class:"item-text",children:[o(f,{value:t.name}),": ",t.ready," of ",t.desired,
" ready"," ",t.images.map(n=>o("code",{class:"image",children:o(f,{value:n})},n))]})]},t.name))]})}function Nr({mesh:e}){let t=e.conditions.filter(n=>!n.true);return o("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[o("header",{children:[o("h3",{children:o("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:o(
ye,{value:e.name})})}),e.meshServices!==void 0&&o("span",{class:"quiet",children:$(e.meshServices,"MeshService")}),e.mtls!==
void 0&&o("span",{class:"tag",children:["mTLS ",o(f,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&o("span",{class:"\
state good",children:[o(E,{shape:"check",color:"good"}),"Ready"]})]}),t.map(n=>o("div",{class:"item",children:[o(X,{mark:"\
Bad"}),o("span",{class:"item-label",children:o(f,{value:n.type})}),o("span",{class:"item-text",children:[o(f,{value:n.message??
""})," ",o("span",{class:"tag",children:o(f,{value:n.reason})})]})]},n.type)),o("dl",{class:"mesh-facts",children:[e.ipv4!==
void 0&&o(Er,{family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&o(Er,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&
o(Ra,{certificates:e.certificates})]})]})}function Er({family:e,usage:t}){let n=[{value:t.used,color:"accent",word:"used"},
{value:t.available,color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return o(b,{children:[o("dt",{children:[
e," addresses"]}),o("dd",{class:"usage",children:[o(de,{label:`${e} addresses`,shares:n}),o("a",{href:"/addresses",children:[
y(t.used)," used, ",y(t.available)," available"]}),r&&o("span",{class:"state bad",children:[o(E,{shape:"warning",color:"\
bad"}),"Exhausted"]})]})]})}function Ra({certificates:e}){return o(b,{children:[o("dt",{children:"Certificates"}),o("dd",
{children:[e.pods===void 0?"An unknown number of Pods":$(e.pods,"Pod"),e.signingBackend!==void 0&&o(b,{children:[" from \
CA backend ",o("strong",{children:o(f,{value:e.signingBackend})})]}),e.firstExpiry!==void 0&&o(b,{children:["; the first\
 expires ",o(ce,{time:e.firstExpiry})]}),(e.expired??0)>0&&o("span",{class:"state bad",children:[o(E,{shape:"warning",color:"\
bad"}),y(e.expired??0)," expired"]}),e.rotation!==void 0&&o("p",{class:"rotation",children:[o("span",{class:"tag",children:o(
f,{value:e.rotation})})," ",o(f,{value:e.rotationMessage??""})]})]})]})}var Oa=3;function Rr({problems:e}){return o(K,{title:"Problems",aside:e.length>0&&o("span",{class:"quiet",children:y(e.length)}),
children:[e.length===0&&o(F,{title:"Everything is as it should be"}),o("ul",{class:"problems",children:e.map(t=>o(Da,{problem:t},
`${t.reason} ${t.cause}`))})]})}function Da({problem:e}){let t=e.services??[],n=e.count??t.length,{remedy:r}=e,i=e.result===
"Unknown";return o("li",{class:"problem",children:[o(E,{shape:i?"question":"warning",color:i?"caution":"bad"}),o("div",{
children:[o("p",{class:"problem-cause",children:[o("strong",{children:o(f,{value:e.cause})})," ",o("span",{class:"tag",children:o(
f,{value:e.reason})})]}),e.namespaces.length>0&&o("p",{class:"problem-places",children:[$(n,"Service"),": ",o(La,{problem:e})]}),
n<=1&&e.message!==void 0&&o("p",{class:"quiet",children:o(f,{value:e.message})}),t.length>0&&o(Fa,{services:t,count:n}),
r!==void 0&&o(b,{children:[n>1&&t[0]!==void 0&&o("p",{class:"quiet",children:["For ",o(f,{value:t[0]}),":"]}),r.command!==
void 0&&o(Ne,{text:r.command}),o("p",{class:"quiet",children:o(f,{value:r.why})})]})]})]})}var Ar=6;function La({problem:e}){
let t=e.namespaces.slice(Ar);return o(b,{children:[e.namespaces.slice(0,Ar).map(({namespace:n,services:r})=>o("span",{class:"\
value",children:o("a",{href:`/services?namespace=${encodeURIComponent(n)}&finding=${encodeURIComponent(e.reason)}`,children:[
y(r)," in ",o(f,{value:n})]})},n)),t.length>0&&o("span",{class:"value",children:[y(t.reduce((n,r)=>n+r.services,0))," in\
 ",$(t.length,"other namespace")]})]})}function Fa({services:e,count:t}){let n=o("ul",{class:"problem-services",children:e.
map(r=>o("li",{children:o(Ia,{service:r})},r))});return t<=Oa?n:o("details",{children:[o("summary",{children:e.length<t?
`The first ${e.length}`:"All of them"}),n]})}function Ia({service:e}){let[t="",n=""]=e.split("/");return o("a",{class:"p\
roblem-name",href:Q(t,n),children:o(f,{value:e})})}var oo=["state","name","namespace","mesh","endpoints"],$e=["state","mesh","namespace","delegated","finding","problem"];var Or={column:"state",descending:!1};function Dr(e){let t=new URLSearchParams(e),n=r=>t.get(r)??"";return{q:n("q"),state:n(
"state"),mesh:n("mesh"),namespace:n("namespace"),delegated:n("delegated"),finding:n("finding"),problem:n("problem")==="t\
rue"?"true":"",sort:za(n("sort"))}}function Lr(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let s of $e)e[s]!==
""&&t.set(s,e[s]);let{column:n,descending:r}=e.sort;(n!==Or.column||r)&&t.set("sort",(r?"-":"")+n);let i=t.toString();return i===
""?"":`?${i}`}function za(e){let t=e.startsWith("-"),n=t?e.slice(1):e,r=oo.find(i=>i===n);return r===void 0?Or:{column:r,
descending:t}}function ro(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"name\
space":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.result==="Problem"?["true"]:[]}}function io(e,t,n){if(n==="")return!0;let r=ro(e,t);return n==="*"?r.length>
0:r.includes(n)}function Fr(e,t,n){let r=new Map(e);return t!==""&&t!=="*"&&!r.has(t)&&r.set(t,0),[...r].sort(([s],[a])=>s<
a?-1:1).map(([s,a])=>({value:s,count:a,label:n.get(s)??s}))}function so(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.
addresses.join(" ")} ${e.findings.join(" ")}`.toLowerCase()}function ct(e){return e.toLowerCase().split(/\s+/).filter(t=>t!==
"")}var dt=["Excluded","Conflict","Missing","Down","Degraded","Unknown","Pending","NoPods","Online","NotInMesh"];function ao(e){
return dt.indexOf(e)}function Ir({counts:e}){let t=dt.filter(n=>(e.states[n]??0)>0);return o("section",{class:"panel states","aria-label":"St\
ates of Services","data-testid":"states",children:[o("p",{class:"states-total",children:[o("a",{href:"/services",children:$(
e.services,"Service")}),o("span",{class:"quiet",children:[y(e.inMesh)," in a mesh",e.delegated>0&&o(b,{children:[", ",o(
"a",{href:`/services?delegated=${"*"}`,children:[y(e.delegated)," delegated"]})]}),e.delegated>e.effective&&o(b,{children:[
", ",y(e.delegated-e.effective)," of them not effective"]}),e.foreign>0&&`, ${$(e.foreign,"MeshService")} of others`]})]}),
o("div",{class:"states-bar","aria-hidden":!0,children:t.map(n=>o("svg",{class:`states-share share-${Me(n).color}`,style:{
flexGrow:e.states[n]??0}},n))}),o("ul",{class:"states-legend",children:t.map(n=>{let{shape:r,color:i,word:s}=Me(n);return o(
"li",{children:o("a",{class:`state ${i}`,href:`/services?state=${n}`,children:[o(E,{shape:r,color:i})," ",o("span",{children:s}),
" ",o("strong",{children:y(e.states[n]??0)})]})},n)})})]})}function zr(){let e=le("overview").value,t=A(e,"status"),n=A(e,"counts");He($r(t));let r=A(e,"manager"),i=W(e,"mesh").sort(
(s,a)=>s.name<a.name?-1:1);return o("div",{class:"page overview",children:[o("div",{class:"overview-head",children:[o("h\
1",{class:"unseen",children:"Overview"}),t!==void 0?o(Ua,{status:t}):o(V,{label:"the overview",lines:2})]}),n!==void 0&&
o(Ir,{counts:n}),o("div",{class:"columns",children:[o("div",{class:"column problems-column",children:t!==void 0&&o(Rr,{problems:t.
problems})}),o("div",{class:"column meshes-column",children:[o(K,{title:"Meshes",children:[i.map(s=>o(Nr,{mesh:s},s.name)),
e.loaded&&i.length===0&&o(F,{title:"No Mesh found",children:"A Service needs a Mesh to be in one."}),!e.loaded&&o(V,{label:"\
Meshes",lines:5})]}),r!==void 0&&o(Pr,{manager:r})]}),o("div",{class:"column changes-column",children:o(Tr,{state:e})})]}),
t!==void 0&&o("details",{class:"panel as-text",children:[o("summary",{children:"As text"}),o(Ce,{document:t.document})]})]})}
function Ua({status:e}){let t=e.document.blocks.find(i=>i.kind==="headline"),n=t?.mark??(e.result==="OK"?"Good":"Bad"),r=e.
result==="Problem"?$(to(e.problems),"problem"):t?.text??"No problems.";return o("p",{class:`health ${n.toLowerCase()}`,"\
data-testid":"health",children:[o(X,{mark:n}),o("span",{children:o(f,{value:r})})]})}var Ba={title:"600 12px",plain:"400 12px",small:"400 11.5px"},Ha=5e3,Xt=new Map,Jt;function Ae(e,t){let n=`${t} ${e}`,r=Xt.
get(n);if(r===void 0){if(Jt??=document.createElement("canvas").getContext("2d"),Jt===null)return e.length*7;Jt.font=`${Ba[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=Jt.measureText(e).width,Xt.size>=Ha&&Xt.clear(),Xt.set(n,r)}return r}function ee(e,t,n){
let r=M(e);if(Ae(r,n)<=t)return r;let[i,s]=[3,r.length];for(;i<s;){let a=Math.ceil((i+s)/2);Ae(Gn(r,a),n)<=t?i=a:s=a-1}return Gn(
r,i)}var Ur=450,qa=100,Wa=window.matchMedia("(prefers-reduced-motion: reduce)");function Qt(e){let t=O(new Map),n=O(new Map),
r=P(0);r.value;let i=new Map(e.map(l=>[l.id,l])),s=Wa.matches?[]:[...t.current].filter(([l])=>!i.has(l));if(s.length<=qa)
for(let[l,c]of s)n.current.set(l,{node:c,until:performance.now()+Ur});for(let[l,c]of n.current)(i.has(l)||c.until<=performance.
now())&&n.current.delete(l);t.current=i;let a=n.current.size;return N(()=>{if(a===0)return;let l=window.setTimeout(()=>{
r.value++},Ur+20);return()=>window.clearTimeout(l)},[a,s.length]),[...n.current.values()].map(l=>l.node)}function Br(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.meshServices,...e.endpoints.endpoints]}var Ka={
ArrowRight:[1,0],ArrowLeft:[-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function Hr(e,t,n){if(e==="Home")return n[0]?.id;if(e===
"End")return n.at(-1)?.id;let r=Ka[e],i=n.find(a=>a.id===t);if(r===void 0||i===void 0)return;let s;for(let a of n){if(a.
id===t)continue;let[l,c]=ja(i,a,r),d=l+c*3;l>0&&(s===void 0||d<s.cost)&&(s={id:a.id,cost:d})}return s?.id}function ja(e,t,[
n,r]){let i=t.x-e.x,s=t.y+t.height/2-e.y-e.height/2;return n!==0?[i*n,Math.abs(s)]:[s*r,Math.abs(i)]}var w={service:"service",meshServices:"meshServices",meshService:e=>`meshService/${e}`,manager:e=>`manager/${e}`,slice:e=>`\
slice/${e}`,zone:e=>`zone/${e}`,node:(e,t)=>`node/${e}/${t}`,endpoint:e=>`endpoint/${e}`};function Wr(e,t){let n=W(t,"me\
shService").sort((r,i)=>qr(r)-qr(i)||lo(r,i));return{service:e,meshServices:n,byPod:new Map(n.flatMap(r=>r.pod===void 0?
[]:[[r.pod,r]])),slices:W(t,"slice").sort((r,i)=>Number(i.ours)-Number(r.ours)||en(r.manager,i.manager)||lo(r,i)),endpoints:W(
t,"endpoint").sort((r,i)=>en(r.zone,i.zone)||en(r.node,i.node)||lo(r,i))}}function tn(e){return e.state==="Exists"&&e.online>
0}function Re(e,t){if(!e.service.headless)return e.meshServices;let n=e.byPod.get(t.name);return n===void 0?[]:[n]}function nn(e){
return{ready:e.filter(t=>t.state==="Ready").length,all:e.length}}var We={Ready:"ready",NotReady:"not ready",TerminatingServing:"\
terminating, still serving",Terminating:"terminating"},on={"":"",New:", of the new template",Old:", of the old template"};
function qr(e){return e.state!=="Exists"?0:e.online>0?2:1}function lo(e,t){return en(e.name,t.name)}function en(e,t){return e<
t?-1:e>t?1:0}function Kr(e,t){let n=new Set;if(t===""||t===w.service)return n;let r=Va(e,t),i=e.slices.find(a=>w.slice(a.name)===t),s=e.
meshServices.find(a=>w.meshService(a.name)===t);if(r.length===0&&i===void 0&&s===void 0)return n;n.add(w.service).add(t);
for(let a of r)Ga(n,e,a,t);if(i!==void 0&&n.add(w.manager(i.manager)),!e.service.headless)for(let a of e.meshServices)Vr(
n,a,t);return s!==void 0&&n.add(w.meshServices),n}function jr(e,{from:t,to:n}){return e.has(t)&&e.has(n)}function Va(e,t){
let n=e.meshServices.find(r=>w.meshService(r.name)===t);return n!==void 0?e.endpoints.filter(r=>Re(e,r).includes(n)):e.endpoints.
filter(r=>w.endpoint(r.name)===t||w.node(r.zone,r.node)===t||w.zone(r.zone)===t||r.slices.some(i=>w.slice(i)===t))}function Ga(e,t,n,r){
e.add(w.endpoint(n.name)).add(w.node(n.zone,n.node)).add(w.zone(n.zone));for(let i of t.slices)(r.startsWith("slice/")?w.
slice(i.name)===r:n.slices.includes(i.name))&&e.add(w.slice(i.name)).add(w.manager(i.manager));for(let i of Re(t,n))Vr(e,
i,r)}function Vr(e,t,n){n.startsWith("meshService/")&&w.meshService(t.name)!==n||e.add(w.meshService(t.name)).add(w.meshServices)}function pt(e){return e.outcome==="Yes"}function ne(e,t){return t?e.startsWith("mirroring.")?"Meshwork mirroring":"Meshwork":e==="endpointslice-controller.k8s.i\
o"?"Kubernetes default":e==="endpointslicemirroring-controller.k8s.io"?"Kubernetes mirroring":e}function co({state:e,size:t=12}){let n=t/2;return o("g",{class:`symbol symbol-${e}`,children:[o("rect",{class:"symbol-ou\
tline",x:-n,y:-n,width:t,height:t}),o("rect",{class:"symbol-fill",x:-n,y:-n,width:t,height:t}),o("path",{class:"symbol-b\
ar",d:`M${-n+2.5} 0H${n-2.5}`})]})}var Ya=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function Gr({rolling:e}){return o("ul",{class:"legend","aria-label":"Legend",
children:[Ya.map(([t,n])=>o("li",{children:[o("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:o(
co,{state:t})}),n]},t)),e&&["new","old"].map(t=>o("li",{children:[o("svg",{class:`${t}-pod`,viewBox:"0 0 18 18",width:"1\
8",height:"18","aria-hidden":!0,children:o("rect",{class:"hit",x:"1",y:"1",width:"16",height:"16",rx:"4"})}),t," Pod"]},
t))]})}function rn({id:e,x:t,y:n,emphasis:r,tab:i,label:s,kind:a,enters:l,leaves:c,children:d}){let u=c?"leaves":l?"enters":"";
return o("g",{class:`node ${a} ${r}`,style:{transform:`translate(${t}px, ${n}px)`},"data-node":c?void 0:e,...c?{"aria-hi\
dden":!0}:{role:"button",tabindex:i?0:-1},children:[o("title",{children:s}),o("g",{class:u,children:d})]})}function Yr({
node:e,emphasis:t,tab:n}){let{value:r,width:i,height:s}=e,{color:a,word:l}=Me(r.verdict.state);return o(rn,{id:e.id,x:e.
x,y:e.y,emphasis:t,tab:n,kind:`service-node ${a}`,enters:!1,leaves:!1,label:`Service ${M(r.name)}, ${l}, ${r.inMesh?`in \
Mesh ${M(r.mesh)}`:"not in a mesh"}`,children:[o("rect",{class:"box",width:i,height:s,rx:"8"}),o("rect",{class:"stripe",
width:"4",height:s-16,x:"0",y:"8",rx:"2"}),o("text",{class:"title",x:"14",y:"26",children:ee(r.name,i-22,"title")}),o("t\
ext",{class:"sub",x:"14",y:"45",children:ee(r.headless?"headless":r.type,i-22,"small")})]})}var Za=30;function po({node:e,
emphasis:t,tab:n,enters:r,leaves:i=!1}){let{value:s,width:a,height:l}=e,c=tn(s),d=l<Za,u=s.state==="Exists"?s.availability??
"no status":s.state,m=s.state!=="Exists"?"bad":c?"good":"caution";return o(rn,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`\
meshservice-node ${m} ${d?"line":""}`,enters:r,leaves:i,label:`MeshService ${M(s.name)}, ${u}, ${s.online} online, ${s.offline}\
 offline`,children:[o("rect",{class:"box",width:a,height:l,rx:"6"}),o("g",{transform:`translate(0 ${d?-17:0})`,children:[
o("path",{class:"state-sign",d:m==="good"?"M10 28l3 3 5.5-6":m==="bad"?"M10.5 25l6 6M16.500 25l-6 6":"M10 28h8"}),!d&&o(
"text",{class:"sub",x:"24",y:"32",children:ee(`${u}, ${s.online}/${s.online+s.offline}`,a-32,"small")})]}),d?o("text",{class:"\
title",x:"24",y:"15",children:ee(s.name,a-32,"plain")}):o("text",{class:"title",x:"10",y:"17",children:ee(s.name,a-20,"t\
itle")})]})}function uo({node:e,emphasis:t,tab:n,enters:r,leaves:i=!1}){let{value:s,width:a,height:l}=e,c=s.warnings.length>
0;return o(rn,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`slice-node ${s.ours?"ours":""} ${c?"warned":""}`,enters:r,leaves:i,
label:`EndpointSlice ${M(s.name)} of ${M(ne(s.manager,s.ours))}, ${s.addressType}, ${$(s.endpoints,"endpoint")}, ${s.ready}\
 ready${c?", with warnings":""}`,children:[o("rect",{class:"box",width:a,height:l,rx:"6"}),o("text",{class:"title",x:"10",
y:"17",children:ee(s.name,a-(c?38:20),"title")}),o("text",{class:"sub",x:"10",y:"32",children:ee(`${s.addressType}, ${s.
endpoints===0?"no endpoints":`${s.ready} of ${s.endpoints} ready`}`,a-20,"small")}),c&&o("path",{class:"warning-sign",d:`\
M${a-16} 7l6 10.500h-12zM${a-16} 11v3`})]})}var Xa={"":"",New:"new-pod",Old:"old-pod"},ut=class extends re{shouldComponentUpdate(t){
let{props:n}=this;return t.node.value!==n.node.value||t.node.x!==n.node.x||t.node.y!==n.node.y||t.node.width!==n.node.width||
t.emphasis!==n.emphasis||t.tab!==n.tab||t.detailed!==n.detailed||t.leaves!==n.leaves}render({node:t,emphasis:n,tab:r,enters:i,
leaves:s=!1,detailed:a}){let{value:l,width:c,height:d}=t,u=l.warnings.length>0||l.certificate!==void 0&&!pt(l.certificate),
m=l.addresses[0]??"",p=c-32,h=Qa(p,l.name,m);return o(rn,{id:t.id,x:t.x,y:t.y,emphasis:n,tab:r,kind:`endpoint-node ${a?"":
"compact"} ${Xa[l.rollout]??""}`,enters:i,leaves:s,label:`${l.pod?"Pod":"Endpoint"} ${M(l.name)}, ${We[l.state]??l.state}${on[l.
rollout]??""}, Node ${M(l.node)||"unknown"}${u?", with warnings":""}`,children:[o("rect",{class:"hit",width:c,height:d,rx:"\
4"}),o("g",{transform:a?"translate(11 12)":`translate(${c/2} ${d/2})`,children:o(co,{state:l.state,size:a?12:10})}),a&&o(
"text",{class:"title",x:"25",y:"16",children:ee(l.name,h??p,"plain")}),a&&h!==void 0&&o("text",{class:"sub address",x:c-
6,y:"16",children:M(m)}),a&&u&&o("circle",{class:"warning-dot",cx:"17",cy:"6",r:"3"})]})}},Ja=110;function Qa(e,t,n){let r=e-
Ae(M(n),"small")-8;return n!==""&&n!==t&&r>=Math.min(Ja,Ae(M(t),"plain"))?r:void 0}function Qr({layout:e,path:t,chosen:n,hovered:r,pinned:i,onPin:s,name:a}){let l=P("service"),c=O(!1);N(()=>{c.current=!0},
[]);let d=O(null),u=g=>g===n?"chosen":t.size===0?"":t.has(g)?"lit":"dim",m=g=>s(i===g?"":g),p=[...e.meshServices,...e.endpoints.
meshServices],h=Br(e),v=h.some(g=>g.id===l.value)?l.value:"service",k=g=>({emphasis:u(g),tab:g===v,enters:c.current}),_=g=>{
let fe=sn(g);if(g.key==="Enter"||g.key===" ")m(fe);else if(g.key==="Escape")s(""),r.value="";else{let Mn=Hr(g.key,fe,h);
if(Mn===void 0)return;l.value=Mn,d.current?.querySelector(`[data-node="${CSS.escape(Mn)}"]`)?.focus()}g.preventDefault()},
x=g=>{r.value=g,g!==""&&(l.value=g)},{width:S,height:z}=e,H=[...e.managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]],
Y=new Set(p.filter(g=>g.value.state==="Conflict").map(g=>g.id)),ue=Qt(e.endpoints.endpoints),T=Qt(e.slices),B=Qt(p),q={emphasis:"",
tab:!1,enters:!1,leaves:!0};return o("svg",{ref:d,class:"drawing",width:S,height:z,viewBox:`0 0 ${S} ${z}`,role:"group",
"data-testid":"drawing","aria-label":`Drawing of Service ${M(a)}. The arrow keys move, Enter keeps the details.`,onKeyDown:_,
onPointerOver:g=>{g.pointerType==="mouse"&&(r.value=sn(g))},onPointerLeave:()=>{r.value=""},onFocusIn:g=>{el(g)&&x(sn(g))},
onFocusOut:()=>{r.value=""},onClick:g=>{r.value="",m(sn(g))},children:[e.columns.map(g=>o(nl,{title:g,empty:tl(e,g.label)},
g.label)),H.map(g=>o(ol,{frame:g,emphasis:u(g.id)},g.id)),e.below&&o(Zr,{edges:e.edges.filter(g=>!Xr(g)),path:t,conflicts:Y}),
e.endpoints.zones.map(g=>o(Jr,{frame:g,kind:"zone",emphasis:u(g.id)},g.id)),e.endpoints.nodes.map(g=>o(Jr,{frame:g,kind:"\
knode",emphasis:u(g.id)},g.id)),o(Zr,{edges:e.below?e.edges.filter(Xr):e.edges,path:t,conflicts:Y}),o(Yr,{node:e.service,
...k("service")}),p.map(g=>o(po,{node:g,...k(g.id)},g.id)),e.slices.map(g=>o(uo,{node:g,...k(g.id)},g.id)),e.endpoints.endpoints.
map(g=>o(ut,{node:g,detailed:e.endpoints.detailed,...k(g.id)},g.id)),B.map(g=>o(po,{node:g,...q},`gone ${g.id}`)),T.map(
g=>o(uo,{node:g,...q},`gone ${g.id}`)),ue.map(g=>o(ut,{node:g,detailed:e.endpoints.detailed,...q},`gone ${g.id}`))]})}function sn(e){
return(e.target instanceof Element?e.target.closest("[data-node]"):null)?.getAttribute("data-node")??""}function el(e){return e.
target instanceof Element&&e.target.matches(":focus-visible")}function Zr({edges:e,path:t,conflicts:n}){let r=i=>`edge ${t.
size===0||i.from===""?"":jr(t,i)?"lit":"dim"} ${n.has(i.from)||n.has(i.to)?"conflict":""}`;return o("g",{class:"edges","\
aria-hidden":!0,children:e.map(i=>o("path",{d:i.path,class:r(i),"data-edge":i.id},i.id))})}function Xr(e){return e.to.startsWith(
"endpoint/")&&e.from.startsWith("meshService/")}function tl(e,t){return t==="Service"?!1:t==="MeshServices"?e.meshServices.
length===0:t==="EndpointSlices"?e.slices.length===0:e.endpoints.endpoints.length===0}function nl({title:{label:e,x:t,y:n},
empty:r}){return o(b,{children:[o("text",{class:"column-title",x:t,y:n,children:e}),r&&o("text",{class:"sub",x:t,y:n+32,
children:"none"})]})}function ol({frame:e,emphasis:t}){return o("g",{class:`frame list-frame ${e.ours===!0?"ours":""} ${t}`,
"data-frame":e.id,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[o("title",{children:M(e.label)}),o("rect",
{width:e.width,height:e.height,rx:"8"}),o("text",{class:"frame-label",x:"9",y:"17",children:ee(e.label,e.width-18,"title")}),
o("text",{class:"frame-note",x:"9",y:"34",children:e.note}),o("text",{class:"frame-note",x:"9",y:e.height-9,children:e.more})]})}
function Jr({frame:e,kind:t,emphasis:n}){let r=e.width-28-Ae(e.note,"small");return o("g",{class:`frame ${t} ${n}`,"data\
-node":e.id,"data-frame":e.id,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[o("title",{children:M(e.label)}),
o("rect",{width:e.width,height:e.height,rx:t==="zone"?8:6}),o("text",{class:"frame-label",x:"9",y:t==="zone"?16:14,children:ee(
e.label,r,"small")}),o("text",{class:"frame-note end",x:e.width-9,y:t==="zone"?16:14,children:e.note})]})}function Te({kind:e,name:t}){return o("p",{class:"details-title",children:[o("span",{class:"quiet",children:e})," ",o("s\
trong",{children:o(f,{value:t})})]})}function R({term:e,children:t}){return o("div",{children:[o("dt",{children:e}),o("d\
d",{children:t})]})}function mt({values:e}){return o(b,{children:e.map(t=>o("span",{class:"value",children:o(f,{value:t})},
t))})}function mo({warnings:e}){return o(b,{children:e.map(t=>o("p",{class:"details-warning",children:o(f,{value:t})},t))})}
var fo=12;function pe({nodes:e,leads:t}){return o(b,{children:[e.slice(0,fo).map(({id:n,label:r})=>o("span",{class:"valu\
e",children:o("button",{type:"button",class:"link",onClick:()=>t.choose(n),children:o(f,{value:r})})},n)),e.length>fo&&o(
"span",{class:"value",children:[e.length-fo," more"]})]})}function ht({kind:e,name:t,leads:n}){let r=`${e}/${t}`;return n.
hasYAML(r)?o("div",{class:"details-actions",children:[o("button",{type:"button",class:"button small",onClick:()=>n.showYAML(
r),children:"YAML"}),o(ft,{words:["get",e.toLowerCase(),"-n",n.namespace,t,"-o","wide"],label:`kubectl get ${e.toLowerCase()}`}),
e==="Pod"&&o(ft,{words:["logs","-n",n.namespace,t,"--tail=100"],label:"kubectl logs"})]}):null}function ft({words:e,label:t}){
let n=Gt(...e);return o(we,{text:n,label:`Copy ${t}`,title:n})}function Oe(e,t){let n=new Map;for(let r of e){let i=t(r),s=n.get(i);s===void 0?n.set(i,[r]):s.push(r)}return n}function ei({endpoints:e,leads:t}){let{node:n="",zone:r=""}=e[0]??{};return o(b,{children:[o(Te,{kind:"Node",name:n===""?
"unknown":n}),o("dl",{class:"facts",children:[r!==""&&o(R,{term:"Zone",children:o(pe,{nodes:[{id:w.zone(r),label:r}],leads:t})}),
o(R,{term:ni(e),children:o(pe,{nodes:e.map(({name:i})=>({id:w.endpoint(i),label:i})),leads:t})})]}),n!==""&&o("div",{class:"\
details-actions",children:[o(ft,{words:["describe","node",n],label:"kubectl describe node"}),o(ft,{words:["get","pods","\
--all-namespaces","--field-selector",`spec.nodeName=${n}`,"-o","wide"],label:"kubectl get pods of this Node"})]})]})}function ti({
endpoints:e,leads:t}){let n=e[0]?.zone??"",r=[...Oe(e,i=>i.node).keys()].filter(i=>i!=="");return o(b,{children:[o(Te,{kind:"\
Zone",name:n===""?"unknown":n}),o("dl",{class:"facts",children:[o(R,{term:"Pods",children:ni(e)}),o(R,{term:$(r.length,"\
Node"),children:o(pe,{nodes:r.map(i=>({id:w.node(n,i),label:i})),leads:t})})]})]})}function ni(e){let{ready:t,all:n}=nn(
e);return`${t} of ${$(n,"Pod")} ready`}function oi({model:e,id:t,leads:n}){return o("div",{class:"details","data-testid":"details",children:rl(e,t,n)})}function rl(e,t,n){
if(t===w.service)return o(il,{service:e.service,leads:n});let r=e.meshServices.find(c=>w.meshService(c.name)===t);if(r!==
void 0)return o(sl,{meshService:r,leads:n});let i=e.slices.find(c=>w.slice(c.name)===t);if(i!==void 0)return o(al,{slice:i,
leads:n});let s=e.endpoints.find(c=>w.endpoint(c.name)===t);if(s!==void 0)return o(ll,{endpoint:s,model:e,leads:n});let a=e.
endpoints.filter(c=>w.node(c.zone,c.node)===t);if(a.length>0)return o(ei,{endpoints:a,leads:n});let l=e.endpoints.filter(
c=>w.zone(c.zone)===t);return l.length>0?o(ti,{endpoints:l,leads:n}):t!==""?o("p",{class:"quiet",children:[o(f,{value:t.
slice(t.indexOf("/")+1)})," is gone."]}):o("p",{class:"quiet",children:"Point at something, or move to it with the arrow\
 keys, to see its details and what belongs to it."})}function il({service:e,leads:t}){return o(b,{children:[o(Te,{kind:"\
Service",name:e.name}),o("dl",{class:"facts",children:[o(R,{term:"Type",children:o(f,{value:e.type})}),o(R,{term:"Mesh",
children:e.inMesh?o(f,{value:e.mesh}):"none"}),o(R,{term:"Cluster IPs",children:o(mt,{values:e.clusterIPs})}),o(R,{term:"\
Ports",children:o(mt,{values:e.ports})})]}),o(ht,{kind:"Service",name:e.name,leads:t})]})}function sl({meshService:e,leads:t}){
let{pod:n}=e;return o(b,{children:[o(Te,{kind:"MeshService",name:e.name}),o("dl",{class:"facts",children:[o(R,{term:"Sta\
te",children:o(f,{value:e.state})}),e.availability!==void 0&&o(R,{term:"Availability",children:o(f,{value:e.availability})}),
o(R,{term:"Proxies",children:[y(e.online)," online, ",y(e.offline)," offline"]}),n!==void 0&&o(R,{term:"Pod",children:o(
pe,{nodes:[{id:w.endpoint(n),label:n}],leads:t})}),e.holder!==void 0&&o(R,{term:"Held by",children:o(f,{value:e.holder})}),
e.addresses.length>0&&o(R,{term:"Addresses",children:o(mt,{values:e.addresses})})]}),o(ht,{kind:"MeshService",name:e.name,
leads:t})]})}function al({slice:e,leads:t}){return o(b,{children:[o(Te,{kind:"EndpointSlice",name:e.name}),o("dl",{class:"\
facts",children:[o(R,{term:"Written by",children:[ne(e.manager,e.ours)," ",o("span",{class:"quiet",children:o(f,{value:e.
manager})})]}),o(R,{term:"Addresses",children:o(f,{value:e.addressType})}),o(R,{term:"Endpoints",children:[y(e.endpoints),
", ",y(e.ready)," ready"]})]}),o(mo,{warnings:e.warnings}),o(ht,{kind:"EndpointSlice",name:e.name,leads:t})]})}function ll({
endpoint:e,model:t,leads:n}){let{node:r,zone:i,name:s}=e,a=t.endpoints.filter(d=>d.node===r).length,l=t.service.headless?
Re(t,e):[],c=a>1?`${r} (${a} Pods)`:r;return o(b,{children:[o(Te,{kind:e.pod?"Pod":"Endpoint",name:s}),o("dl",{class:"fa\
cts",children:[o(R,{term:"State",children:[We[e.state]??o(f,{value:e.state}),e.phase!==""&&o(b,{children:[" (",o(f,{value:e.
phase}),")"]}),on[e.rollout]]}),o(R,{term:"Node",children:r===""?"unknown":o(pe,{nodes:[{id:w.node(i,r),label:c}],leads:n})}),
i!==""&&o(R,{term:"Zone",children:o(pe,{nodes:[{id:w.zone(i),label:i}],leads:n})}),o(R,{term:"Addresses",children:o(mt,{
values:e.addresses})}),l.length>0&&o(R,{term:"MeshService",children:o(pe,{nodes:l.map(d=>({id:w.meshService(d.name),label:d.
name})),leads:n})}),o(R,{term:"Slices",children:e.slices.length===0?"none":o(pe,{nodes:e.slices.map(d=>({id:w.slice(d),label:d})),
leads:n})}),e.certificate!==void 0&&o(R,{term:"Certificate",children:o(f,{value:e.certificate.message})})]}),o(mo,{warnings:e.
warnings}),e.pod&&o(ht,{kind:"Pod",name:s,leads:n})]})}function ii(e,t){let{service:n,managers:r}=e,i=e.meshServiceFrame===void 0?e.meshServices:[e.meshServiceFrame];return[...t.
service.headless?[...an([n],r),...cl(e,t)]:[...an([n],i),...an(i.length>0?i:[n],r)],...dl(e,t),...ho(e.endpoints)]}function an(e,t){
return e.flatMap(n=>t.map(r=>gt(n,r)))}function cl(e,t){let{meshServiceFrame:n}=e;if(n!==void 0)return an(e.slices,[n]);
let r=new Map(e.meshServices.map(s=>[s.id,s])),i=s=>s.x>(e.managers[0]?.x??0);return si(e.slices.flatMap(s=>t.endpoints.
filter(a=>a.slices.includes(s.value.name)).flatMap(a=>Re(t,a)).map(a=>r.get(w.meshService(a.name))).filter(a=>a!==void 0&&
i(a)).map(a=>gt(s,a))))}function dl(e,t){let{endpoints:n,slices:r,managers:i,below:s}=e,a=new Map(n.zones.map(m=>[m.id,m])),
l=t.service.headless?e.meshServiceFrame:void 0,c=Math.min(...n.zones.map(m=>m.y)),d=new Map(r.map(m=>[m.value.name,m])),
u=new Map(n.meshServices.map(m=>[m.value.pod,m]));return si(n.endpoints.flatMap(m=>{let{value:p}=m,h=a.get(w.zone(p.zone))??
m;if(l!==void 0)return[s?ri(l,h,c):gt(l,h)];let v=p.slices.map(_=>d.get(_)).filter(_=>_!==void 0);if(s){let _=new Set(v.
map(x=>w.manager(x.value.manager)));return i.filter(x=>_.has(x.id)).map(x=>ri(x,h,c))}let k=n.detailed?u.get(p.name)??m:
h;return v.map(_=>gt(_,k))}))}function ho(e){let t=new Map(e.endpoints.map(n=>[n.value.name,n]));return e.meshServices.flatMap(
n=>{let r=t.get(n.value.pod??"");return r===void 0?[]:[gt(n,r)]})}function si(e){return[...new Map(e.map(t=>[t.id,t])).values()]}
var pl=14;function gt(e,t){let n=e.x+e.width,r=e.y+Math.min(e.height/2,32),i=t.x,s=t.id.startsWith("endpoint/")||t.id.startsWith(
"meshService/"),a=t.y+(s?t.height/2:Math.min(t.height/2,pl)),l=Math.max(Math.min(12,i-n),(i-n)/2);return ai(e,t,`M${n} ${r}\
C${n+l} ${r} ${i-l} ${a} ${i} ${a}`)}function ri(e,t,n){let r=e.x+e.width/2,i=e.y+e.height,s=t.x+t.width/2,a=Math.max(16,
(n-i)/2);return ai(e,t,`M${r} ${i}C${r} ${i+a} ${s} ${n-a} ${s} ${n}V${t.y}`)}function ai(e,t,n){return{id:`${e.id}>${t.
id}`,from:e.id,to:t.id,path:n}}var ul=40,fl=80,ml=24,hl=20,oe=8,ln=12,Ke=15,cn=24,gl=210,vl=164,ci=300,li=16;function vt(e){return te(e)?"MeshServices \
and their Pods":e.endpoints.every(t=>t.pod)?"Pods":"Endpoints"}function dn(e){return e.endpoints.length<=ul}function te(e){
return e.service.headless&&dn(e)&&e.byPod.size>0}function pn(e){if(!te(e))return e.meshServices;let t=new Set(e.endpoints.
map(n=>n.name));return e.meshServices.filter(n=>n.pod===void 0||!t.has(n.pod))}function bt(e,{x:t,y:n,width:r},i){let s=e.
endpoints,a={detailed:dn(e),zones:[],nodes:[],endpoints:[],meshServices:[],bottom:n},l=new Set(s.map(h=>h.node)).size<=fl,
c=[...Oe(s,h=>h.zone)],d=di(r,te(e)?ci:vl,ln,c.length),u=i?bl(d,c.length):1,m=(r-(u-1)*ln)/u,p=new Array(u).fill(n);return c.
forEach(([h,v],k)=>{let _=k%u,x=(p[_]??n)+(k>=u?ln:0),S=t+_*(m+ln),z={x:S+oe,y:x+ml,width:m-2*oe},H=(l?xl(a,e,v,z,i):pi(
a,v,z))+oe;a.zones.push({id:w.zone(h),x:S,y:x,width:m,height:H-x,label:h===""?"no zone":h,note:ui(v)}),p[_]=H,a.bottom=Math.
max(a.bottom,H)}),a}function di(e,t,n,r){return Math.max(1,Math.min(r,Math.floor((e+n)/(t+n))))}function bl(e,t){return t===
0?e:Math.ceil(t/Math.ceil(t/e))}function xl(e,t,n,r,i){let s=[...Oe(n,m=>m.node)],a=e.detailed&&!i?1:s.length,l=di(r.width,
te(t)?ci:gl,oe,a),c=(r.width-(l-1)*oe)/l,{y:d}=r,u=d;return s.forEach(([m,p],h)=>{let v=h%l;v===0&&h>0&&(d=u+oe);let k=r.
x+v*(c+oe),_={x:k+oe,y:d+hl,width:c-2*oe},x=e.detailed?yl(e,t,p,_):pi(e,p,_);e.nodes.push({id:w.node(p[0]?.zone??"",m),x:k,
y:d,width:c,height:x-d+oe-2,label:m===""?"no Node":m,note:e.detailed?"":ui(p)}),u=Math.max(v===0?0:u,x+oe-2)}),u}function yl(e,t,n,{
x:r,y:i,width:s}){let a=te(t)?Math.round((s-li)*.44):0;return n.forEach((l,c)=>{let d={y:i+c*cn,height:cn},u=t.byPod.get(
l.name),m=a===0?r:r+a+li;a>0&&u!==void 0&&e.meshServices.push({id:w.meshService(u.name),value:u,x:r,y:d.y+1,width:a,height:cn-
2}),e.endpoints.push({id:w.endpoint(l.name),value:l,x:m,width:r+s-m,...d})}),i+n.length*cn}function pi(e,t,{x:n,y:r,width:i}){
let s=Math.max(1,Math.floor(i/Ke));return t.forEach((a,l)=>e.endpoints.push({id:w.endpoint(a.name),value:a,x:n+l%s*Ke,y:r+
Math.floor(l/s)*Ke,width:Ke,height:Ke})),r+Math.ceil(t.length/s)*Ke}function ui(e){let{ready:t,all:n}=nn(e);return`${t} \
of ${n}`}var je=8,fi=26,xt=8,Ve=42,wl=12,_l=6,kl=12;function un(e,{x:t,y:n,width:r}){let i=e.length>wl,s=i?e.slice(0,_l):e,a=i?xt:
0,l=n+(i?46:0),c=s.map((p,h)=>({id:w.meshService(p.name),value:p,x:t+a,y:l+h*(Ve+je),width:r-2*a,height:Ve})),d=l+s.length*
(Ve+je)-(s.length>0?je:0);if(!i)return{nodes:c,frame:void 0,bottom:d};let u=e.filter(tn).length,m={id:w.meshServices,x:t,
y:n,width:r,height:d-n+xt+20,more:`and ${e.length-s.length} more`,label:`${e.length} MeshServices`,note:`${u} online, ${e.
length-u} not`};return{nodes:c,frame:m,bottom:m.y+m.height}}function fn(e,{x:t,y:n,width:r}){let i=[],s=[],a=n;for(let[l,
c]of Oe(e,d=>d.manager)){let d=c.slice(0,kl),u=c.length-d.length,m=c[0]?.ours??!1;d.forEach((h,v)=>s.push({id:w.slice(h.
name),value:h,x:t+xt,y:a+fi+v*(Ve+je),width:r-2*xt,height:Ve}));let p=fi+d.length*(Ve+je)-je+xt+(u>0?20:0);i.push({id:w.
manager(l),x:t,y:a,width:r,height:p,label:ne(l,m),note:"",more:u>0?`and ${u} more`:"",ours:m}),a+=p+12}return{frames:i,nodes:s,
bottom:a-(i.length>0?12:0)}}var gi=560,Sl=280,go=30,mi=64,hi=26;function vi(e,t){let n=Math.max(Sl,Math.floor(t)),r=[],i=0,s=_=>(r.push({label:_,x:1,
y:i+16}),{x:1,y:i+go,width:n-2}),a=s("Service"),l={id:w.service,value:e.service,...a,height:mi};i=a.y+mi+12;let c=(_,x)=>{
let S=x(s(_));return i=Math.max(S.bottom,i+go+hi)+12,S},d=pn(e),u=d.length>0||!te(e),m=()=>u?c("MeshServices",_=>un(d,_)):
void 0,p=e.service.headless?void 0:m(),h=c("EndpointSlices",_=>fn(e.slices,_)),v=p??(e.service.headless?m():void 0),k=bt(
e,s(vt(e)),!0);return{width:n,below:!0,height:Math.max(k.bottom,i+go+hi)+6,columns:r,service:l,meshServices:v?.nodes??[],
meshServiceFrame:v?.frame,managers:h.frames,slices:h.nodes,endpoints:k,edges:[...Ml(r,n),...ho(k)]}}function Ml(e,t){let n=t/
2;return e.slice(1).map(({label:r,y:i})=>({id:`to ${r}`,from:"",to:"",path:`M${n} ${i-26}V${i+12}`}))}var yt=30,vo=16,mn=34,xi=26,yi=730,bo=112,bi=64,Cl=300,$l=3,Tl=12;function wi(e,t){if(t<gi)return vi(e,t);let n=Math.max(
yi,Math.floor(t)),r=new Set(e.endpoints.map(l=>l.zone)).size,i=new Set(e.endpoints.map(l=>l.node)).size,a=r>$l||dn(e)&&i>
Tl?El(e,n):Pl(e,n);return{...a,edges:ii(a,e)}}function Pl(e,t){let n=Math.max(0,t-yi)*.14,r=_i(e,te(e)?0:140+n,172+n),i=r.
right+mn,s=bt(e,{x:i,y:yt,width:t-i-1},!1),a=Math.max(r.bottom,s.bottom),l=[...r.columns,{label:vt(e),x:i,y:vo}];return{
...r.parts,width:t,height:a+6,columns:l,endpoints:s,below:!1}}function El(e,t){let n=t-2-bo-mn*(te(e)?1:2),r=Math.min(Cl,
te(e)?n:n/2),i=_i(e,te(e)?0:r,r),s=i.bottom+xi,a=bt(e,{x:1,y:s+14,width:t-2},!0),l=[...i.columns,{label:vt(e),x:1,y:s}];
return{...i.parts,width:t,height:a.bottom+6,columns:l,endpoints:a,below:!0}}function _i(e,t,n){let r={id:w.service,value:e.
service,x:1,y:yt,width:bo,height:bi},i=1+bo+mn,s=e.service.headless,a=i+(s?n:t)+mn,l=fn(e.slices,{x:s?i:a,y:yt,width:n}),
c=[{label:"Service",x:1,y:vo},{label:"EndpointSlices",x:s?i:a,y:vo}],d={x:s?a:i,y:yt,width:t},u=pn(e),m="MeshServices";t===
0&&(Object.assign(d,{x:i,y:l.bottom+xi+14,width:n}),m="MeshServices without a Pod");let p=un(u,d);return(t>0||u.length>0)&&
c.splice(1,0,{label:m,x:d.x,y:d.y-14}),{columns:c,right:t===0?i+n:a+(s?t:n),bottom:Math.max(yt+bi,l.bottom,u.length>0?p.
bottom:0),parts:{service:r,meshServices:p.nodes,meshServiceFrame:p.frame,managers:l.frames,slices:l.nodes}}}function ki({rollouts:e}){return o(b,{children:e.map(t=>o("div",{class:"rollout","data-testid":"rollout",children:[o("p",
{children:[o("strong",{children:["Rollout of ",o(f,{value:t.workload}),":"]})," ","new ",y(t.new)," of ",y(t.new+t.old),
", ",y(t.ready)," ready"," ",o("span",{class:"quiet",children:["template ",o(f,{value:t.revision})]})]}),o(de,{label:"Po\
ds",shares:[{value:t.ready,color:"accent",word:"new and ready"},{value:t.new-t.ready,color:"caution",word:"new, not read\
y"},{value:t.old,color:"neutral",word:"old"}]})]},t.workload))})}function Si({model:e}){return o("div",{class:"neighborhood-tables",children:[o(xo,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability??"",y(t.online),
y(t.offline),t.pod??""])}),o(xo,{title:"EndpointSlices",head:["Name","Written by","Manager","Addresses","Endpoints","Rea\
dy","Warnings"],rows:e.slices.map(t=>[t.name,ne(t.manager,t.ours),t.manager,t.addressType,y(t.endpoints),y(t.ready),t.warnings.
join("; ")])}),o(xo,{title:"Endpoints",head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.
map(t=>[t.name,We[t.state]??t.state,t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}
function xo({title:e,head:t,rows:n}){return o(b,{children:[o("h3",{children:e}),n.length===0&&o("p",{class:"quiet",children:"\
None."}),n.length>0&&o("div",{class:"table-box",tabIndex:0,role:"region","aria-label":e,children:o("table",{children:[o(
"thead",{children:o("tr",{children:t.map(r=>o("th",{scope:"col",children:r},r))})}),o("tbody",{children:n.map(r=>o("tr",
{children:r.map((i,s)=>o("td",{children:o(f,{value:i})},s))},r[0]))})]})})]})}function Mi({service:e,state:t,pinned:n,onPin:r,onYAML:i}){let s=P(!1),a=P(""),{box:l,width:c}=Kt(s.value),d=J(()=>Wr(e,
t),[e,t]),u=W(t,"rollout"),m=a.value||n,p=J(()=>Kr(d,m),[d,m]),h=J(()=>c.value===0?void 0:wi(d,c.value),[d,c.value]),v={
namespace:e.namespace,choose:r,hasYAML:k=>t.entries.has(`object/${k}`),showYAML:i};return o(K,{title:"Neighborhood",kind:"\
drawing-panel",aside:o("button",{type:"button",class:"button small","aria-pressed":s.value,onClick:()=>{s.value=!s.value},
children:"As tables"}),children:[s.value&&o(Si,{model:d}),!s.value&&o(b,{children:[o(ki,{rollouts:u}),o(Gr,{rolling:u.length>
0}),o("div",{class:"drawing-box",ref:l,children:h!==void 0&&o(Qr,{layout:h,path:p,chosen:m,hovered:a,pinned:n,onPin:r,name:e.
name})}),o(oi,{model:d,id:m,leads:v})]})]})}var Nl={Yes:"Good",No:"Bad",Warning:"Caution",Unknown:"Unclear",Info:"Neutral"};function $i({state:e}){let t=W(e,"endpoi\
nt").filter(r=>r.certificate!==void 0);if(t.length===0)return o(F,{title:"No certificates",children:"Meshwork issues no \
certificates to the Pods of this Service."});t.sort((r,i)=>Ci(r)-Ci(i)||(r.name<i.name?-1:1));let n=t.filter(r=>!pt(r.certificate)).
length;return o(b,{children:[o("p",{children:[$(t.length-n,"Pod")," with a certificate",n>0&&o(b,{children:[", ",o("stro\
ng",{children:[n," without a valid one"]})]}),"."]}),o("ul",{class:"certificate-list",children:t.map(r=>o("li",{class:"i\
tem",children:[o(X,{mark:Nl[r.certificate.outcome]}),o("span",{class:"item-label",children:o(f,{value:r.name})}),o("span",
{class:"item-text",children:[o(f,{value:r.certificate.message}),r.certificate.notAfter!==void 0&&o("span",{class:"quiet",
children:[" (expires ",o(ce,{time:r.certificate.notAfter}),")"]})]})]},r.name))})]})}function Ci(e){return pt(e.certificate)?
1:0}function Ti({state:e}){let t=A(e,"xds");return t===void 0?o(F,{title:"No xDS server",children:"No xDS server is installe\
d in this cluster."}):o(b,{children:[t.unread.map(n=>o("p",{class:"refused",children:[o("strong",{children:"Could not re\
ad"})," ",o(f,{value:n})]},n)),t.servers.length>0&&o("p",{class:"quiet",children:["Asked of ",t.servers.map((n,r)=>o("sp\
an",{children:[r>0&&", ",o(f,{value:n})]},n))]}),t.servers.length>0&&t.clients.length===0&&o(F,{title:"No client",children:"\
No gRPC client gets this Service by xDS."}),o("ul",{class:"client-list",children:t.clients.map(n=>o(Al,{client:n},`${n.server}\
 ${n.node} ${n.client} ${n.since}`))})]})}function Al({client:e}){let{names:t,refused:n,unanswered:r}=e,i=n.length+r.length>
0;return o("li",{class:"client",children:[o(E,{shape:i?"warning":"check",color:i?"bad":"good",label:i?"may be outdated":
"accepts"}),o("div",{children:[o("p",{children:[o("strong",{children:o(f,{value:e.client})})," ",o("span",{class:"quiet",
children:["since ",o(ce,{time:e.since})]})]}),o("dl",{class:"facts",children:[o("div",{children:[o("dt",{children:"Agent"}),
o("dd",{children:o(f,{value:e.agent})})]}),o("div",{children:[o("dt",{children:"Node"}),o("dd",{children:o(f,{value:e.node})})]}),
o("div",{children:[o("dt",{children:"Asks for"}),o("dd",{children:t.length===0?"everything":t.map(s=>o("span",{class:"va\
lue",children:o(f,{value:s})},s))})]})]}),n.map(s=>o("p",{class:"refused",children:[o("strong",{children:"Refuses"})," ",
o(f,{value:s})]},s)),r.map(s=>o("p",{class:"refused",children:[o("strong",{children:"Lags behind"})," ",o(f,{value:s})]},
s))]})]})}var Rl="What to do";function Pi(e){let t=[],n=[];for(let i of _o(e)){if(i.heading?.text===Rl){t.push(i);continue}let s=i.
blocks.filter(yo),a=i.blocks.filter(l=>!yo(l));a.some(wo)?(t.push({heading:i.heading,blocks:[...a.filter(wo),...a.filter(
l=>!wo(l))]}),s.length>0&&n.push({heading:i.heading,blocks:s})):n.push(i)}let r=n.flatMap(i=>i.blocks).filter(yo).length;
return{failed:t,passed:n,passedChecks:r}}var Ei="Routes";function Ni(e){return _o(e).find(({heading:t})=>t?.text===Ei)?.
blocks.filter(Ri)??[]}function Ai(e){return wt(_o(e).map(({heading:t,blocks:n})=>({heading:t,blocks:t?.text===Ei?n.filter(
r=>!Ri(r)):n})))}function Ri({kind:e,mark:t}){return e==="share"||e==="paragraph"||e==="item"&&t==="Neutral"}function yo(e){
return e.kind==="item"&&e.mark==="Good"}var Ol=["Bad","Caution","Unclear"];function wo(e){return e.kind==="item"&&Ol.includes(
e.mark)}function _o({blocks:e}){let t=[];for(let n of e)n.kind!=="headline"&&(n.kind==="heading"?t.push({heading:n,blocks:[]}):
t.length===0?t.push({heading:void 0,blocks:[n]}):t.at(-1)?.blocks.push(n));return t}function wt(e){return{blocks:e.flatMap(
({heading:t,blocks:n})=>t===void 0?n:[t,...n])}}function Oi(e,t){let n=e.blocks.findLastIndex(l=>l.kind==="heading"),r=t.
command===void 0?l=>l.kind==="paragraph"&&l.text===t.why:l=>l.kind==="command"&&l.text===t.command,i=e.blocks.findIndex(
(l,c)=>c>n&&r(l));if(n<0||i<0)return e;let s=e.blocks[i+1]?.kind==="remark"?1:0,a=[...e.blocks.slice(n+1,i),...e.blocks.
slice(i+1+s)];return{blocks:[...e.blocks.slice(0,a.length===0?n:n+1),...a]}}function Di({state:e}){let t=A(e,"document"),n=A(e,"remedy");return t===void 0?o(V,{label:"the explanation",lines:8}):o(
b,{children:[n!==void 0&&o("section",{class:"remedy","aria-labelledby":"remedy-heading",children:[o("h3",{id:"remedy-hea\
ding",children:"What to do"}),n.command!==void 0&&o(Ne,{text:n.command}),o("p",{children:o(f,{value:n.why})})]}),o(Dl,{document:n===
void 0?t:Oi(t,n)})]})}function Dl({document:e}){let{failed:t,passed:n,passedChecks:r}=Pi(Ai(e));return t.length===0?o(Ce,
{document:wt(n)}):o(b,{children:[o(Ce,{document:wt(t)}),n.length>0&&o("details",{class:"passed",children:[o("summary",{children:[
o(E,{shape:"check",color:"good"})," ",$(r,"check")," passed"]}),o(Ce,{document:wt(n)})]})]})}function Li({state:e}){let t=W(e,"delegation").sort((r,i)=>r.manager<i.manager?-1:1),n=ae(e,"handover").sort(([r],[i])=>Number(
i)-Number(r));return o(b,{children:[t.length===0&&o(F,{title:"Not delegated",children:"Meshwork does not write the Endpo\
intSlices of this Service."}),t.map(r=>o(Ll,{delegation:r},r.manager)),o(Fl,{slices:W(e,"slice")}),o("h3",{children:"See\
n since this page was opened"}),n.length===0&&o("p",{class:"quiet",children:"No handover has been seen."}),o("ol",{class:"\
timeline",children:n.map(([r,i])=>o("li",{children:[o(Be,{tone:i.tone}),o("time",{dateTime:i.time,children:Se(i.time)}),
o("span",{children:o(f,{value:i.text})})]},r))})]})}function Ll({delegation:e}){return o("article",{class:"delegation","\
aria-label":`Delegated to ${e.manager}`,children:[o("p",{class:"delegation-manager",children:o(f,{value:e.manager})}),o(
"p",{class:"delegation-state",children:[o("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"Ef\
fective":"Not effective"}),o("span",{class:"badge neutral",children:o(f,{value:e.phase})})]}),e.message!==""&&o("p",{children:o(
f,{value:e.message})}),o("dl",{class:"facts",children:[o("div",{children:[o("dt",{children:"Endpoints come from"}),o("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),o("div",{children:[o("dt",{children:e.fromPods?"Key in the selector":"Label\
 on the Endpoints"}),o("dd",{children:[o(E,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?
"present: the default controller is kept away":"absent: nothing keeps the default controller away"]})]}),e.fromPods&&o("\
div",{children:[o("dt",{children:"Desired endpoints"}),o("dd",{children:y(e.desired)})]}),o("div",{children:[o("dt",{children:"\
Ready in its slices"}),o("dd",{children:y(e.ours)})]}),o("div",{children:[o("dt",{children:"Ready in slices of others"}),
o("dd",{children:y(e.others)})]})]})]})}function Fl({slices:e}){let t=new Map;for(let n of e){let r=t.get(n.manager)??{slices:0,
endpoints:0,ready:0,ours:n.ours};t.set(n.manager,{slices:r.slices+1,endpoints:r.endpoints+n.endpoints,ready:r.ready+n.ready,
ours:n.ours})}return t.size===0?null:o(b,{children:[o("h3",{children:"Who publishes endpoints"}),o("ul",{class:"publishe\
rs",children:[...t].sort(([n],[r])=>n<r?-1:1).map(([n,r])=>o("li",{children:[o("span",{class:"publisher-name",children:[
o(f,{value:ne(n,r.ours)})," ",o("span",{class:"quiet",children:o(f,{value:n})})]}),o(de,{label:ne(n,r.ours),shares:[{value:r.
ready,color:r.ours?"accent":"good",word:"ready"},{value:r.endpoints-r.ready,color:"caution",word:"not ready"}]}),o("span",
{class:"quiet",children:[$(r.endpoints,"endpoint"),", ",y(r.ready)," ready, in ",$(r.slices,"slice")]})]},n))})]})}function hn(e){let t=(i,s)=>ae(e,i).map(([a,l])=>({key:`${i}/${a}`,time:l.time,about:s,text:l.text,tone:l.tone})),n=ae(e,
"event").map(([i,s])=>({key:`event/${i}`,time:s.time,about:s.object.replace("/"," "),text:s.message,tone:s.type==="Warni\
ng"?"bad":"neutral",event:s}));return[...t("change","Change"),...t("handover","Handover"),...t("rolled","Rollout"),...n].
sort((i,s)=>Date.parse(s.time)-Date.parse(i.time)||Il(s.key,i.key))}function Il(e,t){let[,n=""]=e.split("/"),[,r=""]=t.split(
"/");return Number(n)-Number(r)||(e<t?-1:1)}function ko(e,t){let n=new Date(e).toDateString();return n===new Date(t).toDateString()?
"":n}function Fi({state:e}){let t=hn(e);return t.length===0?o(F,{title:"Nothing has happened yet",children:"Kubernetes keeps \
events for one hour, unless set otherwise. Changes are shown since the start of the command."}):o("ol",{class:"timeline \
history","aria-label":"History, the newest first",children:t.map((n,r)=>o(zl,{entry:n,day:ko(n.time,ve.value),before:r===
0?"":ko(t[r-1]?.time??"",ve.value)},n.key))})}function zl({entry:e,day:t,before:n}){let{event:r}=e;return o(b,{children:[
t!==n&&o("li",{class:"history-day",children:o("strong",{children:t})}),o("li",{children:[r?.type==="Warning"?o(E,{shape:"\
warning",color:"caution",label:"Warning"}):o(Be,{tone:e.tone}),o("time",{dateTime:e.time,title:M(e.time),children:Se(e.time)}),
o("div",{children:[o("p",{class:"event-head",children:[o("span",{class:"history-about",children:o(f,{value:e.about})}),r!==
void 0&&o("strong",{children:o(f,{value:r.reason})}),r!==void 0&&o("span",{class:"quiet",children:[r.count>1&&`${$(r.count,
"time")}, `,"from ",o(f,{value:r.from})]})]}),o("p",{children:o(f,{value:e.text})})]})]})]})}function Ii({state:e}){let t=A(e,"document"),n=t===void 0?[]:Ni(t);return n.length===0?null:o(K,{title:"Calls by route",
kind:"rules-panel",children:o(Ce,{document:{blocks:n}})})}var Ul={Good:"\u2713",Bad:"\u2717",Caution:"!",Unclear:"?",Neutral:"\u2022",Blank:" "};function Ui({blocks:e}){return e.
map(Bl).join(`
`).trim()}function Bl(e){let t=M(e.text??""),n=Ul[e.mark??"Neutral"]??"\u2022";switch(e.kind){case"headline":return`${n}\
 ${t}`;case"heading":return`
${t.toUpperCase()}`;case"item":return Hl(n,M(e.label??""),t);case"share":return`    ${" ".repeat(gn)} ${ql(e.percent??0)}\
 ${t}`;case"table":return Wl(e.rows??[]);case"paragraph":case"command":return`  ${t}`;case"remark":return`  # ${t}`;default:
return t}}var gn=14;function Hl(e,t,n){return[...t].length>gn?`  ${e} ${t}
    ${" ".repeat(gn)} ${n}`:`  ${e} ${t.padEnd(gn)} ${n}`}var zi=20;function ql(e){let t=Math.max(1,Math.round(e*zi/100));
return"\u2588".repeat(t)+"\u2591".repeat(zi-t)}function Wl(e){let t=e.map(r=>r.map(i=>M(i))),n=(t[0]??[]).map((r,i)=>Math.
max(...t.map(s=>s[i]?.length??0)));return t.map(r=>`  ${r.map((i,s)=>i.padEnd(n[s]??0)).join("  ")}`.trimEnd()).join(`
`)}function Bi(e){let t=Math.max(2,...[...e.matchAll(/`+/g)].map(r=>r[0].length)),n="`".repeat(t+1);return`${n}
${e}
${n}`}var Hi=(e,t)=>["meshwork","explain","service",t,"-n",e];function So(e,t){return Gt(...Hi(e,t))}function qi(e,t,n){return Bi(
`$ ${eo("kubectl",...Hi(e,t))}
${Ui(n)}`)}function Wi({tabs:e,chosen:t,onChoose:n,label:r}){let i=e.find(a=>a.id===t)??e[0];return o(b,{children:[o("div",{class:"\
tabs",role:"tablist","aria-label":r,onKeyDown:a=>{let l=e.findIndex(u=>u.id===i?.id),c={ArrowRight:l+1,ArrowLeft:l-1,Home:0,
End:e.length-1}[a.key];if(c===void 0)return;a.preventDefault();let d=e[(c+e.length)%e.length];d!==void 0&&(n(d.id),document.
getElementById(`tab-${d.id}`)?.focus())},children:e.map(({id:a,label:l,count:c})=>o("button",{type:"button",role:"tab",id:`\
tab-${a}`,"aria-selected":a===i?.id,tabIndex:a===i?.id?0:-1,"aria-controls":"tab-content",onClick:()=>n(a),children:[l,c!==
void 0&&c>0&&o("span",{class:"tab-count",children:y(c)})]},a))}),o("div",{class:"tab-content",role:"tabpanel",id:"tab-co\
ntent","aria-labelledby":`tab-${i?.id??""}`,tabIndex:0,children:i?.content()})]})}var Mo={history:e=>hn(e).length,clients:e=>A(e,"xds")?.clients?.length??0};var ji="explanation";function Kl(e){let t=new URLSearchParams(e);return{tab:t.get("tab")??ji,node:t.get("node")??"",object:t.
get("object")??""}}function Ki({tab:e,node:t,object:n}){let r=new URLSearchParams;e!==ji&&r.set("tab",e),t!==""&&r.set("\
node",t),n!==""&&e==="yaml"&&r.set("object",n);let i=r.toString();return i===""?"":`?${i}`}var Ge=ie(()=>Kl(be.value));function vn(e){
let t=ke.peek();if(t.page!=="service")return;let n=Ki({...Ge.peek(),...e});n!==Ki(Ge.peek())&&G(Q(t.namespace,t.name)+n,
"within")}function bn(e){vn({tab:"yaml",object:e}),document.getElementById("tab-yaml")?.scrollIntoView({block:"nearest"})}function Vi({state:e,namespace:t,chosen:n}){let r=ae(e,"object").map(([c])=>c).sort(Zl),i=P(0),s=P(void 0),a=r.includes(
n)?n:r[0];if(N(()=>{if(a===void 0)return;let c=new AbortController;return jl(a,t,c.signal).then(d=>{c.signal.aborted||(s.
value=d)}),()=>c.abort()},[a,i.value]),a===void 0)return o(F,{title:"No object can be read"});let l=s.value?.object===a?
s.value:void 0;return o(b,{children:[o("div",{class:"yaml-head",children:[o("label",{class:"choice",children:[o("span",{
children:"Object"}),o("select",{value:a,onChange:c=>bn(c.currentTarget.value),children:r.map(c=>o("option",{value:c,children:M(
c)},c))})]}),o("button",{type:"button",class:"button small",onClick:()=>{i.value++},children:"Read again"}),l!==void 0&&
!l.failed&&o(we,{text:l.text})]}),l===void 0&&o(V,{label:a,lines:10}),l?.failed===!0&&o(F,{title:"The object cannot be s\
hown",children:o(f,{value:l.text})}),l?.failed===!1&&o("pre",{class:"yaml",tabIndex:0,role:"region","aria-label":`YAML o\
f ${M(a)}`,children:o("code",{children:Gl(l.text)})})]})}async function jl(e,t,n){let[r="",i=""]=e.split("/",2),s=["/api\
/objects",r,t,i].map((a,l)=>l===0?a:encodeURIComponent(a)).join("/");try{let a=await Ue(s,n);return{object:e,text:await a.
text(),failed:!a.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var Vl=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function Gl(e){return M(e,"lines").split(`
`).map((t,n)=>{let r=Vl.exec(t);if(r===null)return o("span",{children:[t,`
`]},n);let[i,s="",a=""]=r;return o("span",{children:[s,o("span",{class:"yaml-key",children:a}),":",t.slice(i.length),`
`]},n)})}var Yl=["Service","Mesh","MeshService","EndpointSlice","Pod"];function Zl(e,t){let n=r=>Yl.indexOf(r.split("/",
1)[0]??"");return n(e)-n(t)||(e<t?-1:1)}function Gi({namespace:e,name:t}){let n=le(`service/${e}/${t}`).value,r=A(n,"service"),i=A(n,"missing");return He(Xl(r,i)),
o("div",{class:"page service",children:[o(Jl,{namespace:e,name:t,service:r,state:n}),i!==void 0&&o(F,{title:"This Servic\
e cannot be shown",children:[o(f,{value:i.message}),". ",o("a",{href:"/services",children:"Show all Services"})]}),i===void 0&&
o("div",{class:"service-columns",children:[o("div",{class:"service-pictures",children:[r===void 0?o(K,{title:"Neighborho\
od",children:o(V,{label:"the drawing",lines:8})}):o(Mi,{service:r,state:n,pinned:Ge.value.node,onPin:s=>vn({node:s}),onYAML:bn}),
o(Ii,{state:n})]}),o("div",{class:"panel tabs-panel",children:o(Wi,{chosen:Ge.value.tab,onChoose:s=>vn({tab:s}),label:"A\
bout this Service",tabs:[{id:"explanation",label:"Explanation",content:()=>o(Di,{state:n})},{id:"history",label:"History",
count:Mo.history(n),content:()=>o(Fi,{state:n})},{id:"handover",label:"Handover",content:()=>o(Li,{state:n})},{id:"clien\
ts",label:"Clients",count:Mo.clients(n),content:()=>o(Ti,{state:n})},{id:"certificates",label:"Certificates",content:()=>o(
$i,{state:n})},{id:"yaml",label:"YAML",content:()=>o(Vi,{state:n,namespace:e,chosen:Ge.value.object})}]})})]})]})}function Xl(e,t){
if(t!==void 0)return{color:"bad",word:"Not shown"};if(e===void 0)return{color:"unknown",word:""};let{result:n,state:r}=e.
verdict;return n==="Problem"?{color:"bad",word:st(r)}:n==="Unknown"?{color:"unknown",word:st(r)}:{color:"good",word:""}}
function Jl({namespace:e,name:t,service:n,state:r}){let i=A(r,"document");return o("header",{class:"service-head",children:[
o("div",{class:"service-title",children:[o("p",{class:"crumbs",children:[o("a",{href:"/services",children:"Services"}),"\
 / ",o("a",{href:`/services?namespace=${encodeURIComponent(e)}`,children:o(f,{value:e})})]}),o("h1",{children:o(f,{value:t})})]}),
o("div",{class:"service-actions",children:[o(we,{text:So(e,t),label:"Copy command",title:So(e,t)}),i!==void 0&&o(we,{text:qi(
e,t,i),label:"Copy as Markdown"})]}),n!==void 0&&o(Ql,{service:n,document:i})]})}function Ql({service:e,document:t}){let n=t?.
blocks.find(r=>r.kind==="headline");return o("div",{class:"service-facts",children:[o("div",{class:"service-verdict",children:[
o(qt,{state:e.verdict.state}),o("p",{class:"service-health",children:o(f,{value:n?.text??(e.inMesh?"In the mesh":"Not in\
 a mesh")})})]}),o("dl",{class:"facts",children:[o(_t,{term:"Type",values:[e.headless?`${e.type}, headless`:e.type]}),o(
_t,{term:"Mesh",values:[e.mesh]}),o(_t,{term:"Cluster IPs",values:e.clusterIPs}),o(_t,{term:"Ports",values:e.ports}),o(_t,
{term:"Addresses",values:e.addresses}),o("div",{children:[o("dt",{children:"Created"}),o("dd",{children:o(ce,{time:e.created})})]})]})]})}
function _t({term:e,values:t}){let n=t.filter(r=>r!=="");return n.length===0?null:o("div",{children:[o("dt",{children:e}),
o("dd",{children:n.map(r=>o("span",{class:"value",children:o(f,{value:r})},r))})]})}function Co(e,t,n){let r=P(e.peek()),i=O(void 0),s=O(-1/0);return It(()=>{!n(e.value)||i.current!==void 0||(i.current=window.
setTimeout(()=>{i.current=void 0,s.current=performance.now(),r.value=e.peek()},Math.max(0,s.current+t-performance.now())))}),
N(()=>()=>window.clearTimeout(i.current),[]),r}var tc=new Map([["-","in none"]]),nc=new Map([["*","all delegated"],["HandingOver","Handing over"]]),oc=new Map([["*","a\
ny finding"]]),rc=new Map;function Zi({filters:e,counts:t,change:n,clear:r,open:i}){let s=e.q!==""||$e.some(a=>e[a]!=="");
return o("div",{id:"filters",class:`filters ${i?"open":""}`,role:"group","aria-label":"Filters",children:[o("div",{class:"\
chips",role:"group","aria-label":"State",children:[o(Yi,{label:"Problem",count:t.problem.get("true")??0,on:e.problem==="\
true",toggle:a=>n({problem:a?"true":""})}),dt.map(a=>o(Yi,{state:a,label:st(a),count:t.state.get(a)??0,on:e.state===a,toggle:l=>n(
{state:l?a:""})},a))]}),o("div",{class:"choices",children:[o(xn,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:n,words:tc}),
o(xn,{label:"Namespace",facet:"namespace",filters:e,counts:t,change:n}),o(xn,{label:"Delegated",facet:"delegated",filters:e,
counts:t,change:n,words:nc}),o(xn,{label:"Finding",facet:"finding",filters:e,counts:t,change:n,words:oc}),o("button",{type:"\
button",class:"button small",onClick:r,disabled:!s,children:"Clear"})]})]})}function Yi({label:e,count:t,on:n,toggle:r,state:i}){
return o("button",{type:"button",class:`chip ${t===0?"empty":""}`,"aria-pressed":n,onClick:()=>r(!n),children:[i!==void 0&&
o(E,{...ic(i)}),e," ",o("span",{class:"chip-count",children:y(t)})]})}function ic(e){let{shape:t,color:n}=Me(e);return{shape:t,
color:n}}function xn({label:e,facet:t,filters:n,counts:r,change:i,words:s=rc}){let a=n[t],l=s.get("*");return o("label",
{class:"choice",children:[o("span",{children:e}),o("select",{value:a,class:a===""?"":"chosen",onChange:c=>i({[t]:c.currentTarget.
value}),children:[o("option",{value:"",children:"all"}),l!==void 0&&o("option",{value:"*",children:l}),Fr(r[t],a,s).map(
({value:c,label:d,count:u})=>o("option",{value:c,children:`${M(d)} (${y(u)})`},c))]})]})}var sc=2,ac=8,lc=150,cc=5e3,yn=class{constructor(t=dc){this.ask=t}ask;found=L({});words=[];timer;abort;get answer(){return this.
found}look(t){this.words=t.filter(n=>n.length>=sc).slice(0,ac),this.schedule(lc)}end(){window.clearTimeout(this.timer),this.
abort?.abort()}schedule(t){if(this.end(),this.words.length===0){this.found.value={};return}this.timer=window.setTimeout(
()=>{this.read()},t)}async read(){let t=new AbortController;this.abort=t;try{let n=await this.ask(this.words,t.signal);if(t.
signal.aborted)return;JSON.stringify(n)!==JSON.stringify(this.found.peek())&&(this.found.value=n)}catch{}t.signal.aborted||
this.schedule(cc)}};async function dc(e,t){let n=new URLSearchParams(e.map(i=>["word",i])),r=await Ue(`/api/search?${n.toString()}`,
t);return r.ok?await r.json():{}}function Xi(e,t){return[...new Set(Object.values(e).flatMap(n=>Object.hasOwn(n.services,
t)?[n.services[t]??""]:[]))]}function Ji(e,t,n){return Object.hasOwn(e,n)&&Object.hasOwn(e[n]?.services??{},t)}function Qi(e){
return Object.values(e).some(t=>t.cut)}var es=()=>!1,wn=class{byKey=new Map;sorted=[];query(t,n,r=es){this.take(t),this.sorted.sort(fc(n.sort));let i=ct(n.q),s=ns(
n),a=this.sorted.length;return i.length===0&&s.length===0?{rows:this.sorted.slice(),total:a}:{rows:this.sorted.filter(c=>ts(
c,i,r)&&s.every(d=>io(c.row,d,n[d]))),total:a}}counts(t,n,r=es){this.take(t);let i=ct(n.q),s=ns(n),a=uc();for(let l of this.
sorted){if(!ts(l,i,r))continue;let{row:c}=l;pc(a,c,s.filter(d=>!io(c,d,n[d])))}return a}take(t){let n=!1;for(let[r,i]of t){
let s=i,a=this.byKey.get(r);if(a===void 0){let l={key:r,row:s,text:so(s)};this.byKey.set(r,l),this.sorted.push(l),n=!0}else
a.row!==s&&(a.row=s,a.text=so(s))}if(!(!n&&this.sorted.length===t.size)){this.sorted=this.sorted.filter(r=>t.has(r.key));
for(let r of this.byKey.keys())t.has(r)||this.byKey.delete(r)}}};function ts({key:e,text:t},n,r){return n.every(i=>t.includes(
i)||r(e,i))}function pc(e,t,n){if(!(n.length>1))for(let r of n.length===1?n:$e)for(let i of ro(t,r))e[r].set(i,(e[r].get(
i)??0)+1)}function ns(e){return $e.filter(t=>e[t]!=="")}function uc(){return{state:new Map,mesh:new Map,namespace:new Map,
delegated:new Map,finding:new Map,problem:new Map}}function fc({column:e,descending:t}){let n=t?-1:1;return(r,i)=>n*mc(r.
row,i.row,e)||Ye(r.row.namespace,i.row.namespace)||Ye(r.row.name,i.row.name)}function mc(e,t,n){switch(n){case"namespace":
return Ye(e.namespace,t.namespace)||Ye(e.name,t.name);case"name":return Ye(e.name,t.name);case"mesh":return Ye(e.mesh,t.
mesh);case"state":return+(t.result==="Problem")-+(e.result==="Problem")||ao(e.state)-ao(t.state);case"endpoints":return e.
online+e.offline-t.online-t.offline}}function Ye(e,t){return e<t?-1:e>t?1:0}var hc={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},_n=class extends re{flashes=0;shouldComponentUpdate(t){let{props:n}=this,r=t.changedAt>0&&t.changedAt!==
n.changedAt;return r&&this.flashes++,r||t.row!==n.row||t.top!==n.top||t.active!==n.active||t.places!==n.places}render({row:t,
index:n,top:r,active:i,changedAt:s,places:a}){let l=s===0?"":`flash-${this.flashes%2}`;return o("div",{role:"row",id:`ro\
w-${n}`,"aria-rowindex":n+2,"aria-selected":i,class:`row ${l}`,title:M(t.summary),style:{transform:`translateY(${r}px)`},
onClick:this.onClick,children:[o("div",{role:"gridcell",class:"cell cell-state",children:o(qt,{state:t.state})}),o("div",
{role:"gridcell",class:"cell cell-name",children:o("a",{href:Q(t.namespace,t.name),tabIndex:-1,children:o(ye,{value:t.name})})}),
o("div",{role:"gridcell",class:"cell cell-namespace",children:o(ye,{value:t.namespace})}),o("div",{role:"gridcell",class:"\
cell cell-mesh",children:t.mesh===""?o("span",{class:"quiet",children:"\u2013"}):o(ye,{value:t.mesh})}),o("div",{role:"g\
ridcell",class:"cell cell-endpoints",children:o(gc,{row:t})}),o("div",{role:"gridcell",class:"cell cell-delegated",children:o(
vc,{delegated:t.delegated})}),o("div",{role:"gridcell",class:"cell cell-findings",children:[a!==""&&o("span",{class:"tag\
 accent",title:M(a),children:o(f,{value:a})}),t.findings.map(c=>o("span",{class:"tag",title:M(c),children:o(f,{value:c})},
c))]})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="Range"||(t.preventDefault(),
this.props.open(this.props.row))}};function gc({row:e}){return e.online+e.offline===0?o("span",{class:"quiet",children:e.
mesh===""?"\u2013":"0"}):o("span",{class:"endpoints",children:[o(de,{label:"Endpoints",shares:[{value:e.online,color:"go\
od",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),o("span",{class:"endpoint-numbers","aria-hidden":!0,children:[
y(e.online),o("span",{class:"quiet",children:[" / ",y(e.online+e.offline)]})]})]})}function vc({delegated:e}){if(e==="")
return null;let t=hc[e];return o("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??e})}function os(e,t,n,r,i=10){let s=Math.floor(e/n)-i,a=Math.ceil((e+t)/n)+i;return{first:Math.max(0,Math.min(s,r)),last:Math.
max(0,Math.min(a,r))}}function rs(e,t,n,r){let i=e*r;return i<t?i:i+r>t+n?i+r-n:t}function is(e,t,n,r){let i=n-1,s=a=>Math.
max(0,Math.min(i,a));switch(e){case"ArrowDown":return s(t+1);case"ArrowUp":return s(t-1);case"PageDown":return s(t+r);case"\
PageUp":return s(t-r);case"Home":return 0;case"End":return i;default:return}}var bc=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],ss=32,as=68,ls=window.matchMedia(
"(max-width: 720px)"),kn={address:"",scrollTop:0,active:""};function cs({rows:e,changed:t,sort:n,onSort:r,onEscape:i,grid:s,
placesOf:a}){let l=kn.address===be.peek(),c=P(l?kn.active:""),d=P(l?kn.scrollTop:0),u=P({height:600,rowHeight:ls.matches?
as:ss}),{height:m,rowHeight:p}=u.value,h=ge(()=>Math.floor(d.value/u.value.rowHeight)).value,v=xc(be.value,s);Je(()=>{let T=s.
current;if(T===null)return;let B=()=>{u.value={height:T.clientHeight,rowHeight:ls.matches?as:ss}},q=new ResizeObserver(B);
return q.observe(T),T.scrollTop=d.peek(),()=>{q.disconnect(),kn={address:v.current,scrollTop:d.peek(),active:c.peek()}}},
[]);let k=O(0),_=yc(e,c.value,k.current);k.current=_;let x=T=>{G(Q(T.namespace,T.name))},S=T=>{c.value=e[T]?.key??"";let B=s.
current;B!==null&&(B.scrollTop=rs(T,B.scrollTop,m-p,p))},z=T=>{if(T.altKey||T.ctrlKey||T.metaKey)return;let B=is(T.key,c.
value===""?-1:_,e.length,Math.floor(m/p)-2),q=e[_]?.row;if(B!==void 0)S(B);else if(T.key==="Enter"&&T.target===T.currentTarget&&
q!==void 0)x(q);else if(T.key==="Escape")i();else return;T.preventDefault()},{first:H,last:Y}=os(h*p,m,p,e.length),ue=performance.
now();return o("div",{class:"grid",role:"grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:s,"data\
-testid":"services-grid","aria-activedescendant":_>=H&&_<Y?`row-${_}`:void 0,onKeyDown:z,onScroll:T=>{d.value=T.currentTarget.
scrollTop},onFocus:()=>{c.value===""&&(c.value=e[h]?.key??"")},children:[o(_c,{sort:n,onSort:r}),o("div",{role:"rowgroup",
class:"grid-body",style:{height:`${e.length*p}px`},children:e.slice(H,Y).map(({key:T,row:B},q)=>o(_n,{row:B,index:H+q,top:(H+
q)*p,active:T===c.value,open:x,changedAt:wc(t.get(T),ue),places:a(T).join(", ")},T))})]})}function xc(e,t){let n=O(e);return Je(
()=>{n.current!==e&&t.current!==null&&(t.current.scrollTop=0),n.current=e},[e]),n}function yc(e,t,n){return t===""?0:e[n]?.
key===t?n:Math.max(0,e.findIndex(r=>r.key===t))}function wc(e,t){return e!==void 0&&t-e<1500?e:0}function _c({sort:e,onSort:t}){
return o("div",{role:"rowgroup",class:"grid-head",children:o("div",{role:"row","aria-rowindex":1,class:"row",children:bc.
map(({label:n,column:r})=>o("div",{role:"columnheader",class:`cell cell-${n.toLowerCase()}`,"aria-sort":r===e.column?e.descending?
"descending":"ascending":void 0,children:r===void 0?n:o("button",{type:"button",onClick:()=>t({column:r,descending:r===e.
column&&!e.descending}),children:[n,o("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?"\
\u2193":"\u2191"})]})},n))})})}var kc={state:["Worst first","Best first"],name:["Name, A to Z","Name, Z to A"],namespace:["Namespace, A to Z","Namespac\
e, Z to A"],mesh:["Mesh, A to Z","Mesh, Z to A"],endpoints:["Fewest endpoints","Most endpoints"]};function ps({sort:e,onSort:t}){
return o("label",{class:"choice sort-control",children:[o("span",{class:"unseen",children:"Sort"}),o("select",{value:ds(
e),onChange:n=>t(Sc(n.currentTarget.value)),children:oo.flatMap(n=>kc[n].map((r,i)=>o("option",{value:ds({column:n,descending:i===
1}),children:r},r)))})]})}function ds({column:e,descending:t}){return t?`-${e}`:e}function Sc(e){let t=e.startsWith("-");
return{descending:t,column:t?e.slice(1):e}}var Mc=100,Cc=400;function us(){let e=Co(le("services"),Mc,x=>x.loaded),t=J(()=>new wn,[]),n=ge(()=>Dr(be.value)),r=J(()=>new yn,
[]),i=ge(()=>{let x=r.answer.value;return(S,z)=>Ji(x,S,z)}),s=ge(()=>t.query(e.value.entries,n.value,i.value)),a=Co(e,Cc,
x=>x.loaded),l=ge(()=>t.counts(a.value.entries,n.value,i.value));He(no(e.value.loaded?l.value.problem.get("true")??0:void 0));
let c=O(null),d=O(null),u=P(!1);N(()=>r.look(ct(n.value.q)),[n.value.q]),N(()=>()=>r.end(),[]),N(()=>{it.peek()&&c.current?.
focus(),it.value=!1},[]);let m=x=>{G(`/services${Lr({...n.value,...x})}`,"replace")},p=()=>G("/services","replace"),h=x=>{
if(x.key==="Escape")p();else if(x.key==="ArrowDown"||x.key==="Enter")d.current?.focus();else return;x.preventDefault()},
{rows:v,total:k}=s.value,_=$e.filter(x=>n.value[x]!=="").length;return o("div",{class:"services",children:[o("div",{class:"\
services-head",children:[o("h1",{children:"Services"}),o("p",{class:"services-count","data-testid":"count",children:e.value.
loaded&&(v.length===k?$(k,"Service"):`${y(v.length)} of ${$(k,"Service")}`)}),o("label",{class:"search",children:[o("spa\
n",{class:"unseen",children:"Search Services"}),o("input",{ref:c,type:"search",placeholder:"Search names, labels, addres\
ses, Nodes",id:ze,value:n.value.q,spellcheck:!1,autocomplete:"off",onInput:x=>m({q:x.currentTarget.value}),onKeyDown:h}),
o("kbd",{"aria-hidden":!0,children:"/"})]}),o("button",{type:"button",class:"button filters-toggle","aria-expanded":u.value,
"aria-controls":"filters",onClick:()=>{u.value=!u.value},children:["Filters",_>0?` (${_})`:""]}),o(ps,{sort:n.value.sort,
onSort:x=>m({sort:x})})]}),Qi(r.answer.value)&&o("p",{class:"quiet",children:"More than 1,000 Services have one of these\
 words. Type more to see all that match."}),o(Zi,{filters:n.value,counts:l.value,change:m,clear:p,open:u.value}),!e.value.
loaded&&o(V,{label:"Services",lines:12}),e.value.loaded&&v.length===0&&o($c,{total:k,clear:p}),e.value.loaded&&v.length>
0&&o(cs,{rows:v,changed:e.value.changed,sort:n.value.sort,onSort:x=>m({sort:x}),onEscape:p,grid:d,placesOf:x=>Xi(r.answer.
value,x)})]})}function $c({total:e,clear:t}){return e===0?o(F,{title:"There are no Services",children:"Or none that you \
are allowed to read."}):o("div",{class:"nothing",children:[o("p",{class:"nothing-title",children:"No Service matches"}),
o("button",{type:"button",class:"button",onClick:t,children:"Clear search and filters"})]})}function fs({cluster:e}){return o("div",{class:"banners",role:"status","aria-label":"Notices",children:Tc(e)})}function Tc(e){
let{phase:t,reconnected:n}=Z,r=new Date(Z.heard.value).toISOString();if(t.value==="ended")return o(kt,{kind:"bad",title:"\
kubectl meshwork ui has ended",children:["Start ",o("code",{children:"kubectl meshwork ui"})," again and open the addres\
s that it prints. What you see is the picture of ",o(Sn,{time:r}),"."]});if(t.value==="interrupted")return o(kt,{kind:"c\
aution",title:"The connection was interrupted",children:["Connecting again. What you see is the picture of ",o(Sn,{time:r}),
"."]});if(t.value==="silent")return o(kt,{kind:"bad",title:"kubectl meshwork ui does not answer",children:["since ",o(Sn,
{time:r}),". It may be suspended or overloaded. What you see is the last picture."]});let i=A(e,"connection");return t.value===
"open"&&i?.connected===!1?o(kt,{kind:"caution",title:"The API server cannot be reached",children:["since ",o(Sn,{time:i.
since}),": ",o(f,{value:i.message}),". What you see is the last picture."]}):n.value?o(kt,{kind:"good",title:"Connected \
again"}):null}function Sn({time:e}){return o(b,{children:[Se(e)," (",o(ce,{time:e}),")"]})}function kt({kind:e,title:t,children:n}){
return o("div",{class:`banner ${e}`,children:[o(E,{shape:e==="good"?"check":e==="bad"?"cross":"warning",color:e}),o("p",
{children:[o("strong",{children:t})," ",n]})]})}function ms({cluster:e}){let t=A(e,"gaps")??[];return t.length===0?null:o("section",{class:"gaps","aria-label":"What cou\
ld not be read",children:o("details",{children:[o("summary",{children:[o(E,{shape:"question",color:"caution"}),o("span",
{children:[$(t.length,"kind of object","kinds of objects")," could not be read. The rest is shown."]})]}),o("ul",{children:t.
map(n=>o("li",{children:[o("strong",{children:o(f,{value:n.kind})}),o("span",{class:"tag",children:n.forbidden?"not allo\
wed":"not available"}),o("span",{children:o(f,{value:n.message})})]},n.kind))})]})})}var Pc=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function hs({cluster:e}){let t=A(e,"info");return o("header",
{class:"top",children:[o("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[o("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),o("span",{children:"Meshwork"})]}),o("nav",{"aria-label":"Pages",children:Pc.map(n=>o("a",
{href:n.href,"aria-current":n.pages.includes(ke.value.page)?"page":void 0,children:n.label},n.href))}),o("div",{class:"t\
op-facts",children:[t!==void 0&&o(Ec,{info:t}),o(Nc,{cluster:A(e,"connection")}),o(Oc,{})]})]})}function Ec({info:e}){return o(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
o("span",{class:"fact",children:[o("span",{class:"fact-label",children:"Context"})," ",o(ye,{value:e.context})]}),e.scope!==
""&&o("span",{class:"fact scope",children:[o("span",{class:"fact-label",children:"Namespace"})," ",o(ye,{value:e.scope}),
o("span",{class:"fact-label",children:"only"})]})]})}function Nc({cluster:e}){let{color:t,word:n,since:r}=Ac(e);return o(
"div",{class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[o("svg",{viewBox:"\
0 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?o("circle",{cx:"5",cy:"5",r:"4.5"}):o("rect",{x:"\
1",y:"1",width:"8",height:"8"})}),o("span",{class:"connection-word",children:[n,r!==void 0&&o("span",{"aria-hidden":!0,children:[
" for ",Vn(ve.value-r)]})]})]})}function Ac(e){switch(Z.phase.value){case"connecting":return{color:"neutral",word:"Conne\
cting"};case"silent":return{color:"bad",word:"Silent",since:Z.heard.value};case"ended":case"interrupted":case"refused":return{
color:"bad",word:"Disconnected"};case"open":return e?.connected!==!1?{color:"good",word:"Live"}:{color:"caution",word:"A\
PI server silent",since:Date.parse(e.since)}}}var Rc={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0\
 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8\
A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};function Oc(){return o("button",{type:"button",class:"button icon-only",onClick:hr,
"aria-label":`Theme: ${xe.value}`,title:`Theme: ${xe.value}`,children:o("svg",{class:`icon theme-${xe.value}`,viewBox:"0\
 0 16 16",width:"16",height:"16","aria-hidden":!0,children:o("path",{d:Rc[xe.value]})})})}var Dc=[[["/","Ctrl K"],"search Services, from every page"],[["\u2191","\u2193","\u2190","\u2192"],"move in the list, in\
 the drawing, and in the map of a range"],[["Enter"],"open a Service, or keep a node of the drawing chosen"],[["Esc"],"c\
lear the search, or choose nothing"],[["?"],"show the keys"]];function gs(){let e=O(null);return N(()=>{let t=n=>{let r=n.
key.toLowerCase()==="k"&&(n.ctrlKey||n.metaKey)&&!n.altKey&&!n.shiftKey,i=!n.ctrlKey&&!n.metaKey&&!n.altKey&&!Lc(n);if(r||
i&&n.key==="/")Fc();else if(i&&n.key==="?")e.current?.showModal();else return;n.preventDefault()};return document.addEventListener(
"keydown",t),()=>document.removeEventListener("keydown",t)},[]),o("dialog",{ref:e,class:"keys","aria-label":"Keys",onClick:t=>{
t.target===e.current&&e.current?.close()},children:[o("h2",{children:"Keys"}),o("dl",{children:Dc.map(([t,n])=>o("div",{
children:[o("dt",{children:t.map(r=>o("kbd",{children:r},r))}),o("dd",{children:n})]},n))}),o("button",{type:"button",class:"\
button",onClick:()=>e.current?.close(),children:"Close"})]})}function Lc(e){return e.target instanceof HTMLElement&&e.target.
closest("input, select, textarea")!==null}function Fc(){document.querySelector("dialog[open]")?.close();let e=document.getElementById(
ze);if(e instanceof HTMLInputElement){e.focus(),e.select();return}it.value=!0,G("/services")}function vs(e,t){let{color:n,word:r}=Yt.value,i=t?"No connection":r;N(()=>{document.title=i===""?e:`${i} \xB7 ${e}`},[i,
e]);let s=t?"/icon-stale.svg":n==="bad"?"/icon-bad.svg":"/icon.svg";N(()=>{document.querySelector("link[rel=icon]")?.setAttribute(
"href",s)},[s])}function bs(){return o("main",{id:"main",class:"message-page",children:[o("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),o("h1",{children:"Open the address that kubectl meshwork ui printed"}),o("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),o("p",{children:"If you do not have the address any more, stop the command and start it again:"}),o(Ne,{text:"\
kubectl meshwork ui"})]})}function xs(){let e=le("cluster"),t=O(null),n=Ic(e.value),r=A(e.value,"info")?.kubectlFlags??"";return N(()=>{Vt.value=r},
[r]),vs(Uc(ke.value),n),N(()=>{rt.value!==0&&(window.scrollTo(0,0),document.activeElement?.id!==ze&&t.current?.focus({preventScroll:!0}))},
[rt.value]),Z.phase.value==="refused"?o(bs,{}):o(b,{children:[o("a",{class:"skip",href:"#main",children:"Skip to content"}),
o(gs,{}),o(hs,{cluster:e.value}),o(fs,{cluster:e.value}),o(ms,{cluster:e.value}),o("main",{id:"main",ref:t,tabIndex:-1,class:n?
"stale":"","data-page":ke.value.page,children:o(zc,{route:ke.value})})]})}function Ic(e){let t=Z.phase.value;return t===
"ended"||t==="interrupted"||t==="silent"?!0:e.entries.get("connection")?.connected===!1}function zc({route:e}){switch(e.
page){case"overview":return o(zr,{});case"services":return o(us,{});case"service":return o(Gi,{namespace:e.namespace,name:e.
name},`${e.namespace}/${e.name}`);case"addresses":return o(Cr,{});case"unknown":return o("div",{class:"message-page",children:[
o("h1",{children:"There is no such page"}),o("p",{children:o("a",{href:"/",children:"Go to the overview"})})]})}}function Uc(e){
switch(e.page){case"overview":return"Overview \xB7 Meshwork";case"services":return"Services \xB7 Meshwork";case"service":
return`${e.namespace}/${e.name} \xB7 Meshwork`;case"addresses":return"Addresses \xB7 Meshwork";case"unknown":return"Not \
found \xB7 Meshwork"}}gr();Kn();cr();ar();dr(()=>Z.open());Z.open();var ys=document.getElementById("app");ys!==null&&Ho(o(xs,{}),ys);
